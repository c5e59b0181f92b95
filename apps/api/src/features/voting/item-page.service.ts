import { type FirstItem, firstItem, type SharedItem } from '@hotvote/shared/visitor/rating'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { noSuchItem } from '../../domain/errors.ts'
import { buildPreview } from '../../domain/media-urls.ts'
import { onlyRow } from '../../platform/db/aggregates.ts'
import type { Db } from '../../platform/db/client.ts'
import { type RowOf, statement } from '../../platform/db/statement.ts'
import { findCaller, noSession } from '../../platform/http/guards.ts'
import type { ItemPage } from '../../platform/http/page/item-card.ts'
import { COLUMNS, ITEM, ITEM_ROW, type ItemRow } from './next-item.queries.ts'
import { createNextItemPicker, toItem } from './next-item.service.ts'
import { findVote } from './votes.queries.ts'

/** `sessionUser` is null for an unknown session. The other columns are null if there is no visible item. */
const ITEM_OF_ID = statement({
  name: 'item_of_id',
  row: {
    sessionUser: z.number().nullable(),
    isOwn: z.boolean().nullable(),
    shareKey: z.string().nullable(),
    ...ITEM_ROW,
  },
  text: `
SELECT s.user_id AS session_user, i.owner_id = s.user_id AS is_own, i.share_key, ${ITEM}
FROM (VALUES (1)) one
LEFT JOIN sessions s ON s.token_hash = $1 AND s.expires_at > now()
LEFT JOIN media i ON i.id = $2::bigint AND i.position IS NOT NULL`,
})

type Found = RowOf<typeof ITEM_OF_ID>
type NotFound = Omit<Found, keyof typeof ITEM_ROW> & { id: null }
type Rated<Item> = Item & { votedHot: boolean | null }

const findItem = async (db: Db, sessionHash: Buffer | null, id: number): Promise<Rated<Found | NotFound>> => {
  const item: Found | NotFound = onlyRow(await db.query(ITEM_OF_ID, [sessionHash, id]))
  const { sessionUser: userId } = item
  const vote = userId === null ? undefined : await findVote(db, { userId, mediaId: id })
  return { ...item, votedHot: vote?.isHot ?? null }
}

const DRAWS = 32

/** Draws random positions until one has an item. `OFFSET 0` keeps the order of the draws to avoid a bias. */
const ANY = statement({
  name: 'first_item_any',
  row: ITEM_ROW,
  text: `
SELECT ${ITEM}
FROM catalog c
CROSS JOIN LATERAL (
  SELECT m.* FROM (SELECT 1 + floor(random() * c.last_position)::bigint AS position
                   FROM generate_series(1, ${DRAWS}) OFFSET 0) p
  CROSS JOIN LATERAL (SELECT ${COLUMNS} FROM media x WHERE x.position = p.position OFFSET 0) m
  LIMIT 1
) i`,
})

/** Returns a uniformly random item, or undefined if no position drawn had an item. */
const anyItem = async (db: Db): Promise<ItemRow | undefined> => {
  const [item] = await db.query(ANY, [])
  return item
}

/** See docs/decisions/034. */
export const findSharedItem = async (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  sessionHash: Buffer,
  mediaId: number,
): Promise<SharedItem> => {
  const row = await findItem(db, sessionHash, mediaId)
  if (row.sessionUser === null) throw noSession()
  if (row.id === null) throw noSuchItem()
  const { votedHot } = row
  return { ...toItem(config, row), userHasVoted: votedHot !== null, isOwn: row.isOwn === true, votedHot }
}

/** `sessionHash` is null if there is no valid cookie. */
type Visitor = { sessionHash: Buffer | null; address: string | undefined }

/** Needs no session and doesn't count a view, because link previews load the page too. */
export const itemPages =
  (deps: Pick<Deps, 'db' | 'config' | 'rateLimit'>) =>
  async (mediaId: number, { sessionHash, address = '' }: Visitor): Promise<ItemPage | undefined> => {
    await deps.rateLimit('rating', { session: sessionHash, address })
    const row = await findItem(deps.db, sessionHash, mediaId)
    if (row.id === null) return undefined
    const { sessionUser: userId, isOwn, votedHot } = row
    const isKnown = sessionHash === null || userId !== null
    const mayRate = isKnown && isOwn !== true && votedHot === null
    const first: FirstItem | undefined = mayRate
      ? firstItem.parse({ userId, item: toItem(deps.config, row) })
      : undefined
    return { id: row.id, mimeType: row.mimeType, picture: buildPreview(deps.config, row), first }
  }

/** Maximum number of concurrent queries. Any further pages load without an item instead of waiting. */
const AT_ONCE = 20

type FirstVisitor = Visitor & { exclude: number[] }
type FirstItemDeps = Pick<Deps, 'db' | 'config' | 'rateLimit'>

/** Shares the rate limit of the next-item call, so loading pages can't bypass the limit. */
const finder = (deps: FirstItemDeps) => {
  const drawNextItem = createNextItemPicker(deps)
  return async ({ sessionHash, address = '', exclude }: FirstVisitor): Promise<FirstItem | undefined> => {
    await deps.rateLimit('rating', { session: sessionHash, address })
    if (!sessionHash) {
      const row = await anyItem(deps.db)
      return row && { userId: null, item: toItem(deps.config, row) }
    }
    const userId = (await findCaller(deps.db, sessionHash))?.userId
    return userId === undefined ? undefined : { userId, item: await drawNextItem({ sessionHash, userId }, exclude) }
  }
}

/** Finds an item to embed in the page (docs/decisions/011). Returns undefined if the query is slow or rate-limited. */
export const firstItems = (deps: FirstItemDeps) => {
  const find = finder(deps)
  let underWay = 0
  return async (visitor: FirstVisitor): Promise<FirstItem | undefined> => {
    if (underWay >= AT_ONCE) return undefined
    underWay += 1
    const found = find(visitor)
      .then(
        (item) => item && firstItem.parse(item),
        () => undefined,
      )
      .finally(() => {
        underWay -= 1
      })
    const { promise: late, resolve } = Promise.withResolvers<undefined>()
    const timer = setTimeout(() => resolve(undefined), deps.config.firstItemTimeout)
    return await Promise.race([found, late]).finally(() => clearTimeout(timer))
  }
}
