import { z } from 'zod'
import { onlyRow } from '../../db/aggregates.ts'
import type { Db } from '../../db/client.ts'
import { type RowOf, statement } from '../../db/statement.ts'
import { ITEM, ITEM_ROW } from './next-item.queries.ts'

/** `sessionUser` is null for an unknown session; without a visible item of this id, all its columns are null. */
const ITEM_OF_ID = statement({
  name: 'item_of_id',
  row: {
    sessionUser: z.number().nullable(),
    isOwn: z.boolean().nullable(),
    votedHot: z.boolean().nullable(),
    shareKey: z.string().nullable(),
    ...ITEM_ROW,
  },
  text: `
SELECT s.user_id AS session_user, i.owner_id = s.user_id AS is_own, v.is_hot AS voted_hot, i.share_key, ${ITEM}
FROM (VALUES (1)) one
LEFT JOIN sessions s ON s.token_hash = $1 AND s.expires_at > now()
LEFT JOIN media i ON i.id = $2::bigint AND i.position IS NOT NULL
LEFT JOIN votes v ON v.user_id = s.user_id AND v.media_id = i.id`,
})

type Found = RowOf<typeof ITEM_OF_ID>

/** The item of this id, if visitors are shown it, and what the session's visitor has to do with it. */
export const itemOfId = async (
  db: Db,
  sessionHash: Buffer | null,
  id: number,
): Promise<Found | (Omit<Found, keyof typeof ITEM_ROW> & { id: null })> =>
  onlyRow(await db.query(ITEM_OF_ID, [sessionHash, id]))
