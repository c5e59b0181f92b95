import { z } from 'zod'
import type { Db } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'

/** `sessionUser` is null for an unknown session, `ownerId` when no such visible item exists. */
const OUTCOME = { sessionUser: z.number().nullable(), ownerId: z.number().nullable() }
/** The totals are null when nothing was counted. */
const COUNTED = {
  ...OUTCOME,
  isBlocked: z.boolean().nullable(),
  hotVotes: z.number().nullable(),
  notVotes: z.number().nullable(),
}

/** $3: the item. */
const ITEM = 'item AS MATERIALIZED (SELECT id, owner_id FROM media WHERE id = $3::bigint AND position IS NOT NULL)'

/** $1: hash of the session, $2: the named user. */
const CALLER_AND_ITEM = `
caller AS MATERIALIZED (SELECT user_id, is_blocked FROM sessions WHERE token_hash = $1 AND expires_at > now()), ${ITEM}`
const FROM_BOTH = 'FROM (VALUES (1)) one LEFT JOIN caller ON true LEFT JOIN item ON true'
const IF_ALLOWED = 'FROM caller, item WHERE caller.user_id = $2::bigint AND item.owner_id <> caller.user_id'

/** The same for several callers: $1: hashes of their sessions, $2: the named users. Of a user who comes twice the first call counts. */
const callersAndItem = (more: { columns: string; values: string }) => `
caller AS MATERIALIZED (
  SELECT asked.*, sessions.user_id, sessions.is_blocked,
    row_number() OVER (PARTITION BY sessions.user_id, sessions.user_id = named_user ORDER BY n) = 1 AS is_first
  FROM unnest($1::bytea[], $2::bigint[]${more.values}) WITH ORDINALITY asked(token_hash, named_user${more.columns}, n)
  LEFT JOIN sessions ON sessions.token_hash = asked.token_hash AND sessions.expires_at > now()), ${ITEM}`
const IF_EACH_ALLOWED = `FROM caller, item
  WHERE caller.is_first AND caller.user_id = caller.named_user AND item.owner_id <> caller.user_id`
const IN_ORDER = 'ORDER BY caller.user_id'
/** Rows of users are locked in one order, so that two groups with the same users do not wait for each other. */
const eachVoter = (counted: string) => `
voter AS MATERIALIZED (
  SELECT users.id FROM users WHERE users.id IN (SELECT user_id FROM ${counted}) AND EXISTS (SELECT FROM total)
  ORDER BY users.id FOR NO KEY UPDATE)`

/**
 * Vote, totals and counter in one statement: exact at once, one round trip, and it tells a vote that counts from one
 * that does not. The item's row is locked before the voter's, as a deletion locks them.
 */
const VOTE = statement({
  name: 'cast_vote',
  row: COUNTED,
  text: `
WITH ${CALLER_AND_ITEM},
vote AS (
  INSERT INTO votes (user_id, media_id, is_hot) SELECT caller.user_id, item.id, $4::boolean ${IF_ALLOWED} AND NOT is_blocked
  ON CONFLICT DO NOTHING RETURNING user_id, media_id, is_hot),
total AS (
  UPDATE media SET hot_votes = hot_votes + vote.is_hot::int, not_votes = not_votes + (NOT vote.is_hot)::int
  FROM vote WHERE media.id = vote.media_id RETURNING media.hot_votes, media.not_votes, vote.user_id),
counter AS (UPDATE users SET votes_cast = votes_cast + 1 FROM total WHERE users.id = total.user_id)
SELECT caller.user_id AS session_user, item.owner_id, caller.is_blocked, total.hot_votes, total.not_votes
${FROM_BOTH} LEFT JOIN total ON true`,
})

/** Several votes on one item, as if cast in their order: a row each, with the totals after it. */
const VOTES = statement({
  name: 'cast_votes',
  row: COUNTED,
  text: `
WITH ${callersAndItem({ columns: ', is_hot', values: ', $4::boolean[]' })},
vote AS (
  INSERT INTO votes (user_id, media_id, is_hot) SELECT caller.user_id, item.id, caller.is_hot
  ${IF_EACH_ALLOWED} AND NOT is_blocked ${IN_ORDER}
  ON CONFLICT DO NOTHING RETURNING user_id, is_hot),
total AS (
  UPDATE media SET hot_votes = hot_votes + given.hot, not_votes = not_votes + given.not
  FROM (SELECT count(*) FILTER (WHERE is_hot) AS hot, count(*) FILTER (WHERE NOT is_hot) AS not FROM vote) given
  WHERE media.id = $3::bigint AND given.hot + given.not > 0 RETURNING media.hot_votes, media.not_votes),
${eachVoter('vote')},
counter AS (UPDATE users SET votes_cast = votes_cast + 1 FROM voter WHERE users.id = voter.id)
SELECT caller.user_id AS session_user, item.owner_id, caller.is_blocked,
  (total.hot_votes - count(*) FILTER (WHERE vote.is_hot) OVER later)::int AS hot_votes,
  (total.not_votes - count(*) FILTER (WHERE NOT vote.is_hot) OVER later)::int AS not_votes
FROM caller LEFT JOIN item ON true
LEFT JOIN vote ON vote.user_id = caller.named_user AND vote.user_id = caller.user_id AND caller.is_first
LEFT JOIN total ON vote.user_id IS NOT NULL
WINDOW later AS (ORDER BY caller.n DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) ORDER BY caller.n`,
})

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

const VIEWS = statement({
  name: 'record_views',
  row: OUTCOME,
  text: `
WITH ${callersAndItem({ columns: '', values: '' })},
seen AS (
  INSERT INTO views (user_id, media_id) SELECT caller.user_id, item.id ${IF_EACH_ALLOWED} ${IN_ORDER}
  ON CONFLICT DO NOTHING RETURNING user_id),
total AS (
  UPDATE media SET views = views + given.seen FROM (SELECT count(*) AS seen FROM seen) given
  WHERE media.id = $3::bigint AND given.seen > 0 RETURNING media.id),
${eachVoter('seen')},
counter AS (UPDATE users SET views_made = views_made + 1 FROM voter WHERE users.id = voter.id)
SELECT caller.user_id AS session_user, item.owner_id FROM caller LEFT JOIN item ON true ORDER BY caller.n`,
})

type Caller = { sessionHash: Buffer; userId: number }
const callersOf = (calls: Caller[]) => [calls.map(({ sessionHash }) => sessionHash), calls.map(({ userId }) => userId)]

/** One vote by its own statement, which takes a fifth less time than the one for several. */
export const insertVotes = (db: Db, mediaId: number, votes: (Caller & { isHot: boolean })[]) => {
  const [first] = votes
  if (votes.length === 1 && first) return db.query(VOTE, [first.sessionHash, first.userId, mediaId, first.isHot])
  return db.query(VOTES, [...callersOf(votes), mediaId, votes.map(({ isHot }) => isHot)])
}

export const insertViews = (db: Db, mediaId: number, viewers: Caller[]) => {
  const [first] = viewers
  if (viewers.length === 1 && first) return db.query(VIEW, [first.sessionHash, first.userId, mediaId])
  return db.query(VIEWS, [...callersOf(viewers), mediaId])
}
