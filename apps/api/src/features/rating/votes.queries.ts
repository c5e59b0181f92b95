import { z } from 'zod'
import type { Db } from '../../db/client.ts'
import { isNotLocked } from '../../db/locks.ts'
import { statement } from '../../db/statement.ts'

/** `sessionUser` is null for an unknown session, `ownerId` when there is no such visible item, or it was left out. */
const OUTCOME = { sessionUser: z.number().nullable(), ownerId: z.number().nullable(), isLeftOut: z.boolean() }
export type Outcome = { sessionUser: number | null; ownerId: number | null; isLeftOut: boolean }
/** The totals are null when nothing was counted. */
const COUNTED = {
  ...OUTCOME,
  isBlocked: z.boolean().nullable(),
  hotVotes: z.number().nullable(),
  notVotes: z.number().nullable(),
}

/**
 * Whether a statement waits for what somebody else has locked, or leaves the calls on it out, which are then answered like
 * calls on an item that is not there.
 */
export type Locked = 'wait' | 'leave out'

/** Items first, and all of them (that is why they are counted), then users, as a deletion locks them. */
const ROWS = {
  wait: `
item AS MATERIALIZED (SELECT id, owner_id FROM media WHERE id = ANY($3::bigint[]) AND position IS NOT NULL),
caller AS MATERIALIZED (SELECT id FROM users WHERE id = ANY($2::bigint[]))`,
  'leave out': `
item AS MATERIALIZED (
  SELECT id, owner_id FROM media WHERE id = ANY($3::bigint[]) AND position IS NOT NULL
  ORDER BY id FOR NO KEY UPDATE SKIP LOCKED),
caller AS MATERIALIZED (
  SELECT id FROM users
  WHERE id = ANY($2::bigint[]) AND id IN (SELECT user_id FROM asked) AND (SELECT count(*) FROM item) > 0
    AND ${isNotLocked('merge', 'users.id')}
  ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)`,
}
/** $1: hashes of sessions, $2: the named users, $3: the items. Of the same call twice the first one counts. */
const callsOn = (locked: Locked, more = { column: '', values: '' }) => `
asked AS MATERIALIZED (
  SELECT calls.*, session.*, row_number() OVER (PARTITION BY user_id, named_user, media_id ORDER BY n) = 1 AS is_first
  FROM unnest($1::bytea[], $2::bigint[], $3::bigint[]${more.values}) WITH ORDINALITY
    calls(token_hash, named_user, media_id${more.column}, n)
  LEFT JOIN LATERAL (
    SELECT user_id, is_blocked FROM sessions WHERE sessions.token_hash = calls.token_hash AND expires_at > now() LIMIT 1
  ) session ON true), ${ROWS[locked]}`
const IF_ALLOWED = `FROM asked JOIN item ON item.id = media_id JOIN caller ON caller.id = user_id
  WHERE is_first AND user_id = named_user AND owner_id <> user_id`
/** Rows of users are locked in one order, so that two statements with the same users do not wait for each other. */
const lockedCallers = (locked: Locked, counted: string) =>
  locked === 'leave out'
    ? 'counted AS (SELECT id FROM caller)'
    : `
counted AS MATERIALIZED (
  SELECT users.id FROM users WHERE users.id IN (SELECT user_id FROM ${counted}) AND EXISTS (SELECT FROM total)
  ORDER BY users.id FOR NO KEY UPDATE)`
const FROM_ASKED = 'FROM asked LEFT JOIN item ON item.id = asked.media_id LEFT JOIN caller ON caller.id = asked.user_id'

/**
 * Votes, totals and counters in one statement, as if cast in their order: exact at once, one round trip, and each is told
 * whether it counts, with the totals after it.
 */
const votesOn = (locked: Locked) => `
WITH ${callsOn(locked, { column: ', is_hot', values: ', $4::boolean[]' })},
vote AS (
  INSERT INTO votes (user_id, media_id, is_hot) SELECT caller.id, item.id, is_hot ${IF_ALLOWED} AND NOT is_blocked
  ON CONFLICT DO NOTHING RETURNING user_id, media_id, is_hot),
total AS (
  UPDATE media SET hot_votes = hot_votes + given.hot, not_votes = not_votes + given.not
  FROM (
    SELECT media_id, count(*) FILTER (WHERE is_hot) AS hot, count(*) FILTER (WHERE NOT is_hot) AS not
    FROM vote GROUP BY media_id) given
  WHERE media.id = ANY($3::bigint[]) AND media.id = given.media_id
  RETURNING media.id, media.hot_votes, media.not_votes),
${lockedCallers(locked, 'vote')},
counter AS (
  UPDATE users SET votes_cast = votes_cast + given.votes
  FROM (SELECT user_id, count(*) AS votes FROM vote GROUP BY user_id) given JOIN counted ON counted.id = user_id
  WHERE users.id = ANY($2::bigint[]) AND users.id = given.user_id)
SELECT asked.user_id AS session_user, item.owner_id, item.id IS NULL OR caller.id IS NULL AS is_left_out, is_blocked,
  (total.hot_votes - count(*) FILTER (WHERE vote.is_hot) OVER later)::int AS hot_votes,
  (total.not_votes - count(*) FILTER (WHERE NOT vote.is_hot) OVER later)::int AS not_votes
${FROM_ASKED}
LEFT JOIN vote ON is_first AND asked.user_id = named_user AND vote.user_id = asked.user_id AND vote.media_id = asked.media_id
LEFT JOIN total ON total.id = vote.media_id
WINDOW later AS (PARTITION BY asked.media_id ORDER BY n DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) ORDER BY n`

/** The same shape: counted once a visitor and item, and never for one's own. */
const viewsOn = (locked: Locked) => `
WITH ${callsOn(locked)},
seen AS (
  INSERT INTO views (user_id, media_id) SELECT caller.id, item.id ${IF_ALLOWED}
  ON CONFLICT DO NOTHING RETURNING user_id, media_id),
total AS (
  UPDATE media SET views = views + given.seen FROM (SELECT media_id, count(*) AS seen FROM seen GROUP BY media_id) given
  WHERE media.id = ANY($3::bigint[]) AND media.id = given.media_id RETURNING media.id),
${lockedCallers(locked, 'seen')},
counter AS (
  UPDATE users SET views_made = views_made + given.seen
  FROM (SELECT user_id, count(*) AS seen FROM seen GROUP BY user_id) given JOIN counted ON counted.id = user_id
  WHERE users.id = ANY($2::bigint[]) AND users.id = given.user_id)
SELECT asked.user_id AS session_user, item.owner_id, item.id IS NULL OR caller.id IS NULL AS is_left_out
${FROM_ASKED} ORDER BY n`

const VOTES = {
  wait: statement({ name: 'cast_votes', row: COUNTED, text: votesOn('wait') }),
  'leave out': statement({ name: 'cast_votes_on_unlocked', row: COUNTED, text: votesOn('leave out') }),
}
const VIEWS = {
  wait: statement({ name: 'record_views', row: OUTCOME, text: viewsOn('wait') }),
  'leave out': statement({ name: 'record_views_on_unlocked', row: OUTCOME, text: viewsOn('leave out') }),
}

export type View = { sessionHash: Buffer; userId: number; mediaId: number }
const callsOf = (calls: View[]) => [
  calls.map(({ sessionHash }) => sessionHash),
  calls.map(({ userId }) => userId),
  calls.map(({ mediaId }) => mediaId),
]

export type Vote = View & { isHot: boolean }

/** A row for each, in their order. */
export const insertVotes = (db: Db, votes: Vote[], locked: Locked) =>
  db.query(VOTES[locked], [...callsOf(votes), votes.map(({ isHot }) => isHot)])

export const insertViews = (db: Db, views: View[], locked: Locked) => db.query(VIEWS[locked], callsOf(views))
