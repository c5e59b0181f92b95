import { z } from 'zod'
import { onlyRow } from '../../platform/db/aggregates.ts'
import type { Db } from '../../platform/db/client.ts'
import { type RowOf, statement } from '../../platform/db/statement.ts'
import { COLUMNS, ITEM, ITEM_ROW, type ItemRow } from './next-item.queries.ts'
import { findVote } from './votes.queries.ts'

/** `sessionUser` is null for an unknown session; item columns are null without a visible item. */
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

export const itemOfId = async (db: Db, sessionHash: Buffer | null, id: number): Promise<Rated<Found | NotFound>> => {
  const item: Found | NotFound = onlyRow(await db.query(ITEM_OF_ID, [sessionHash, id]))
  const { sessionUser: userId } = item
  const vote = userId === null ? undefined : await findVote(db, { userId, mediaId: id })
  return { ...item, votedHot: vote?.isHot ?? null }
}

const USER = statement({
  name: 'first_item_user',
  row: { userId: z.number() },
  text: 'SELECT user_id FROM sessions WHERE token_hash = $1 AND expires_at > now()',
})

export const findSessionUser = async (db: Db, sessionHash: Buffer): Promise<number | undefined> => {
  const [session] = await db.query(USER, [sessionHash])
  return session?.userId
}

const DRAWS = 32

/** Draws random positions until one has an item. Both OFFSET 0 keep the draws in order, to avoid a bias. */
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

/** Uniformly random; undefined when no draw had an item. */
export const anyItem = async (db: Db): Promise<ItemRow | undefined> => {
  const [item] = await db.query(ANY, [])
  return item
}
