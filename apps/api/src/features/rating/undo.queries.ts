import { UNDO_MS } from '@hotvote/shared/limits'
import { z } from 'zod'
import { onlyRow } from '../../db/aggregates.ts'
import type { Db } from '../../db/client.ts'
import { lockRows } from '../../db/locks.ts'
import { media } from '../../db/schema/index.ts'
import { statement } from '../../db/statement.ts'

/** What a call may take on its way, on top of the time in which a vote may be taken back. Milliseconds. */
const UNDO_TOLERANCE_MS = 5000

const RECENT = `votes.created_at > now() - make_interval(secs => ${(UNDO_MS + UNDO_TOLERANCE_MS) / 1000})`

/**
 * Vote, its being set aside, totals, counter and watermark in one statement. The item's row is locked first, as a deletion
 * and an operation on votes lock it. Who waited for that lock cannot see that the vote was set aside meanwhile, which changes
 * the item, too: an item of another version is stale, and nothing is done. $1: hash of the session, $2: the named user, $3:
 * the item.
 */
const UNDO = statement({
  name: 'undo_vote',
  /** `sessionUser` is null for an unknown session, `isRecent` without a vote, and the totals when nothing was taken back. */
  row: {
    sessionUser: z.number().nullable(),
    isRecent: z.boolean().nullable(),
    isStale: z.boolean(),
    hotVotes: z.number().nullable(),
    notVotes: z.number().nullable(),
  },
  text: `
WITH caller AS MATERIALIZED (SELECT user_id FROM sessions WHERE token_hash = $1 AND expires_at > now()),
cast_vote AS MATERIALIZED (
  SELECT votes.user_id, votes.media_id, ${RECENT} AS is_recent, media.xmin AS version
  FROM caller JOIN votes ON votes.user_id = caller.user_id JOIN media ON media.id = votes.media_id
  WHERE caller.user_id = $2::bigint AND votes.media_id = $3::bigint AND media.position IS NOT NULL),
item AS MATERIALIZED (
  SELECT id, position, xmin AS version FROM media
  WHERE id = (SELECT media_id FROM cast_vote WHERE is_recent) AND position IS NOT NULL FOR NO KEY UPDATE),
undone AS (
  DELETE FROM votes USING cast_vote, item
  WHERE votes.user_id = cast_vote.user_id AND votes.media_id = item.id AND item.version = cast_vote.version
    AND ${RECENT}
  RETURNING votes.user_id, votes.media_id, votes.is_hot, item.position),
aside AS (
  DELETE FROM set_aside_votes USING undone
  WHERE set_aside_votes.user_id = undone.user_id AND set_aside_votes.media_id = undone.media_id
  RETURNING set_aside_votes.media_id),
counted AS (SELECT undone.*, aside.media_id IS NULL AS is_counted FROM undone LEFT JOIN aside USING (media_id)),
total AS (
  UPDATE media SET hot_votes = hot_votes - (is_counted AND is_hot)::int,
    not_votes = not_votes - (is_counted AND NOT is_hot)::int
  FROM counted WHERE media.id = counted.media_id
  RETURNING media.hot_votes, media.not_votes, counted.user_id, counted.position),
counter AS (
  UPDATE users SET votes_cast = votes_cast - 1, rated_through = least(rated_through, total.position - 1)
  FROM total WHERE users.id = total.user_id)
SELECT caller.user_id AS session_user, cast_vote.is_recent,
  coalesce(NOT (item.version = cast_vote.version), false) AS is_stale, total.hot_votes, total.not_votes
FROM (VALUES (1)) one LEFT JOIN caller ON true LEFT JOIN cast_vote ON true LEFT JOIN item ON true
LEFT JOIN total ON true`,
})

/** Deletes a vote of the caller's on a visible item, if it is recent. */
export const deleteVote = async (db: Db, caller: { sessionHash: Buffer; userId: number }, mediaId: number) =>
  onlyRow(await db.query(UNDO, [caller.sessionHash, caller.userId, mediaId]))

/** Locks an item: from here on nobody else changes its votes, and the next statement sees all of them. */
export const lockForUndo = (db: Db, mediaId: number) => lockRows(db, media, [mediaId])
