import { UNDO_MS } from '@hotvote/shared/limits'
import { z } from 'zod'
import type { Db } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'

/** Time that the call itself may take, on top of the time in which a vote may be taken back. Milliseconds. */
const UNDO_TOLERANCE_MS = 5000

const DELETE_VOTE = statement({
  name: 'delete_recent_vote',
  row: { isHot: z.boolean() },
  text: `
DELETE FROM votes WHERE user_id = $1 AND media_id = $2
  AND created_at > now() - make_interval(secs => ${(UNDO_MS + UNDO_TOLERANCE_MS) / 1000})
RETURNING is_hot`,
})
const VOTE = statement({
  name: 'vote_on_item',
  row: { isHot: z.boolean() },
  text: 'SELECT is_hot FROM votes WHERE user_id = $1 AND media_id = $2',
})
const OFFER_AGAIN = statement({
  name: 'offer_again',
  text: `
UPDATE users SET rated_through = least(rated_through, (SELECT position - 1 FROM media WHERE id = $2)) WHERE id = $1`,
})

type Pair = { userId: number; mediaId: number }

/** A visitor's vote on an item. */
export const findVote = async (db: Db, { userId, mediaId }: Pair) => (await db.query(VOTE, [userId, mediaId]))[0]

/** Deletes a vote, if it is recent. */
export const deleteRecentVote = async (tx: Db, { userId, mediaId }: Pair) =>
  (await tx.query(DELETE_VOTE, [userId, mediaId]))[0]

/** Moves the watermark back, so that the item is offered again. */
export const offerAgain = async (tx: Db, { userId, mediaId }: Pair) => {
  await tx.query(OFFER_AGAIN, [userId, mediaId])
}
