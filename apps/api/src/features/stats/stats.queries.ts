import type { PageQuery } from '@hotvote/shared/page'
import type { Db } from '../../db/client.ts'
import { STORED_COLUMNS, type StoredMediaRow } from '../../db/stored-media.ts'

/** One page of what a visitor uploaded, hidden items included, the newest first. */
export const ownItems = (db: Db, ownerId: number, { limit, cursor }: PageQuery) => {
  const text = `
SELECT ${STORED_COLUMNS}
FROM media WHERE owner_id = $1 AND status = 'ready' AND id < $2 ORDER BY id DESC LIMIT $3`
  return db.query<StoredMediaRow>({ name: 'own_items', text }, [ownerId, cursor ?? Number.MAX_SAFE_INTEGER, limit])
}

/** Over everything that a visitor uploaded, from the counters on the rows. */
export const ownTotals = async (db: Db, ownerId: number) => {
  const text = `
SELECT count(*) AS "totalUploads", coalesce(sum(hot_votes + not_votes), 0)::bigint AS "totalVotes",
  coalesce(sum(views), 0)::bigint AS "totalViews"
FROM media WHERE owner_id = $1 AND status = 'ready'`
  type Totals = { totalUploads: number; totalVotes: number; totalViews: number }
  const [row] = await db.query<Totals>({ name: 'own_totals', text }, [ownerId])
  if (!row) throw new Error('own_totals answered without a row')
  return row
}

/** Null when there is no such item. */
export const ownerOf = async (db: Db, mediaId: number) => {
  const text = `SELECT owner_id AS "ownerId" FROM media WHERE id = $1 AND status = 'ready'`
  const [row] = await db.query<{ ownerId: number }>({ name: 'owner_of', text }, [mediaId])
  return row?.ownerId ?? null
}

/** Votes on an item for each of the last `days` days of the database's clock, days without votes included. */
export const votesByDay = (db: Db, mediaId: number, days: number) => {
  const text = `
SELECT to_char(day, 'YYYY-MM-DD') AS day, coalesce(hot, 0) AS hot, coalesce("not", 0) AS "not"
FROM generate_series(current_date - ($2::int - 1), current_date, interval '1 day') day
LEFT JOIN (
  SELECT created_at::date AS cast_on, count(*) FILTER (WHERE is_hot) AS hot, count(*) FILTER (WHERE NOT is_hot) AS "not"
  FROM votes WHERE media_id = $1 AND created_at >= current_date - ($2::int - 1) GROUP BY 1
) cast_votes ON cast_on = day::date
ORDER BY day`
  return db.query<{ day: string; hot: number; not: number }>({ name: 'votes_by_day', text }, [mediaId, days])
}
