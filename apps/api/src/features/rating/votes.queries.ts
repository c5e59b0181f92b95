import { z } from 'zod'
import { onlyRow } from '../../db/aggregates.ts'
import type { Db } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'

/** `sessionUser` is null for an unknown session, `ownerId` when no such visible item exists. */
const OUTCOME = { sessionUser: z.number().nullable(), ownerId: z.number().nullable() }

/** $1: hash of the session, $2: the named user, $3: the item. */
const CALLER_AND_ITEM = `
caller AS MATERIALIZED (SELECT user_id FROM sessions WHERE token_hash = $1 AND expires_at > now()),
item AS MATERIALIZED (SELECT id, owner_id FROM media WHERE id = $3::bigint AND position IS NOT NULL)`
const FROM_BOTH = 'FROM (VALUES (1)) one LEFT JOIN caller ON true LEFT JOIN item ON true'
const IF_ALLOWED = 'FROM caller, item WHERE caller.user_id = $2::bigint AND item.owner_id <> caller.user_id'

/**
 * Vote, totals and counter in one statement: exact at once, one round trip, and it tells a vote that counts from one
 * that does not. The item's row is locked before the voter's, as a deletion locks them.
 */
const VOTE = statement({
  name: 'cast_vote',
  /** The totals are null when nothing was counted. */
  row: { ...OUTCOME, hotVotes: z.number().nullable(), notVotes: z.number().nullable() },
  text: `
WITH ${CALLER_AND_ITEM},
vote AS (
  INSERT INTO votes (user_id, media_id, is_hot) SELECT caller.user_id, item.id, $4::boolean ${IF_ALLOWED}
  ON CONFLICT DO NOTHING RETURNING user_id, media_id, is_hot),
total AS (
  UPDATE media SET hot_votes = hot_votes + vote.is_hot::int, not_votes = not_votes + (NOT vote.is_hot)::int
  FROM vote WHERE media.id = vote.media_id RETURNING media.hot_votes, media.not_votes, vote.user_id),
counter AS (UPDATE users SET votes_cast = votes_cast + 1 FROM total WHERE users.id = total.user_id)
SELECT caller.user_id AS session_user, item.owner_id, total.hot_votes, total.not_votes
${FROM_BOTH} LEFT JOIN total ON true`,
})

type Caller = { sessionHash: Buffer; userId: number }

export const insertVote = async (db: Db, caller: Caller, vote: { mediaId: number; isHot: boolean }) => {
  const values = [caller.sessionHash, caller.userId, vote.mediaId, vote.isHot]
  return onlyRow(await db.query(VOTE, values))
}

/** The same shape: counted once a visitor and item, and never for one's own. */
const VIEW = statement({
  name: 'record_view',
  row: OUTCOME,
  text: `
WITH ${CALLER_AND_ITEM},
seen AS (
  INSERT INTO views (user_id, media_id) SELECT caller.user_id, item.id ${IF_ALLOWED}
  ON CONFLICT DO NOTHING RETURNING user_id, media_id),
total AS (UPDATE media SET views = views + 1 FROM seen WHERE media.id = seen.media_id RETURNING seen.user_id),
counter AS (UPDATE users SET views_made = views_made + 1 FROM total WHERE users.id = total.user_id)
SELECT caller.user_id AS session_user, item.owner_id ${FROM_BOTH}`,
})

export const insertView = async (db: Db, caller: Caller, mediaId: number) =>
  onlyRow(await db.query(VIEW, [caller.sessionHash, caller.userId, mediaId]))
