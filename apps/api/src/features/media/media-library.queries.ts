import type { Parsed } from '@hotvote/shared/contract'
import type { listMedia, mediaSorts } from '@hotvote/shared/media-library'
import type { Db } from '../../db/client.ts'
import { containing, keyset, parameters, type SortColumn } from '../../db/keyset.ts'
import { STORED_COLUMNS, type StoredMediaRow } from '../../db/stored-media.ts'

type Wish = Parsed<typeof listMedia, 'query'>

const SORTS: Record<(typeof mediaSorts)[number], SortColumn> = {
  uploadedAt: { sql: 'media.created_at', kind: 'time' },
  votes: { sql: '(media.hot_votes + media.not_votes)', kind: 'number' },
  // Without votes an item is neither hot nor not: such come last in the order of hotness.
  hot: { sql: 'coalesce(media.hot_votes::float8 / nullif(media.hot_votes + media.not_votes, 0), -1)', kind: 'number' },
  views: { sql: 'media.views', kind: 'number' },
  size: { sql: 'media.size_bytes', kind: 'number' },
  name: { sql: 'lower(media.original_name)', kind: 'text' },
}

type ItemRow = StoredMediaRow & { ownerId: number; username: string; sortValue: string | number }

/** The filters as SQL; each adds its own parameter. */
const filtersOf = ({ search, type, userId, id }: Wish, add: (value: unknown) => number) => {
  const filters = [`media.status = 'ready'`]
  if (search) filters.push(`media.original_name ILIKE $${add(containing(search))}`)
  if (type) filters.push(`media.mime_type LIKE $${add(`${type}/%`)}`)
  if (userId !== undefined) filters.push(`media.owner_id = $${add(userId)}`)
  if (id !== undefined) filters.push(`media.id = $${add(id)}`)
  return filters
}

/** Whether the list shows some of the items only. */
export const isFiltered = (wish: Wish) => filtersOf(wish, () => 0).length > 1

/** One more than the page holds, so that one knows whether there is another. Owners are joined after the limit. */
export const itemsOfLibrary = (db: Db, wish: Wish) => {
  const { values, add } = parameters()
  const filters = filtersOf(wish, add)
  const page = keyset(
    { column: SORTS[wish.sort], isDescending: wish.order === 'desc', cursor: wish.cursor, idSql: 'media.id' },
    add,
  )
  const text = `
SELECT item.*, users.username FROM (
  SELECT ${STORED_COLUMNS}, owner_id AS "ownerId", ${page.select}
  FROM media WHERE ${[...filters, page.where].join(' AND ')}
  ORDER BY ${page.orderBy} LIMIT $${add(wish.limit + 1)}
) item JOIN users ON users.id = item."ownerId"
ORDER BY item."sortValue" ${page.direction}, item.id ${page.direction}`
  return db.query<ItemRow>({ text }, values)
}

/** How many items the filters leave. */
export const countOfLibrary = async (db: Db, wish: Wish) => {
  const { values, add } = parameters()
  const text = `SELECT count(*) FROM media WHERE ${filtersOf(wish, add).join(' AND ')}`
  const [row] = await db.query<{ count: number }>({ text }, values)
  return row?.count ?? 0
}

/** From the counters on the rows. */
export const totalsOfLibrary = async (db: Db) => {
  const text = `
SELECT count(*) AS "totalMedia", coalesce(sum(hot_votes + not_votes), 0)::bigint AS "totalVotes",
  coalesce(sum(views), 0)::bigint AS "totalViews"
FROM media WHERE status = 'ready'`
  type Totals = { totalMedia: number; totalVotes: number; totalViews: number }
  const [row] = await db.query<Totals>({ text })
  return row ?? { totalMedia: 0, totalVotes: 0, totalViews: 0 }
}
