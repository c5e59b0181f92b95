import { z } from 'zod'
import { onlyRow } from '../../db/aggregates.ts'
import type { Db } from '../../db/client.ts'
import { type RowOf, statement } from '../../db/statement.ts'
import { ITEM, ITEM_ROW } from './next-item.queries.ts'
import { findVote } from './votes.queries.ts'

/** `sessionUser` is null for an unknown session; without a visible item of this id, all its columns are null. */
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

/** The item of this id, if visitors are shown it, and what the session's visitor has to do with it. */
export const itemOfId = async (db: Db, sessionHash: Buffer | null, id: number): Promise<Rated<Found | NotFound>> => {
  const item: Found | NotFound = onlyRow(await db.query(ITEM_OF_ID, [sessionHash, id]))
  const { sessionUser: userId } = item
  const vote = userId === null ? undefined : await findVote(db, { userId, mediaId: id })
  return { ...item, votedHot: vote?.isHot ?? null }
}
