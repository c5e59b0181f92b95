import { and, asc, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, union } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { onlyRow } from '../../db/aggregates.ts'
import type { Db } from '../../db/client.ts'
import { isCounted } from '../../db/counted-votes.ts'
import { lockItems } from '../../db/locks.ts'
import { media, users, views, votes } from '../../db/schema/index.ts'
import { statement } from '../../db/statement.ts'
import type { Merge } from './merging.queries.ts'

/** What a merge moves of the items behind `after` up to `through`, by id. */
export type Part = Merge & { after: number; through: number }
/** Votes and views. */
type Ratings = { votes: number; views: number }

const votedBy = (db: Db, userId: number, which?: SQL) =>
  db.orm
    .select({ id: votes.mediaId })
    .from(votes)
    .where(and(eq(votes.userId, userId), which))
const seenBy = (db: Db, userId: number, which?: SQL) =>
  db.orm
    .select({ id: views.mediaId })
    .from(views)
    .where(and(eq(views.userId, userId), which))

/**
 * The item up to which a visitor rated `count` items behind `after`: the next ones of both keys. Undefined when they rated
 * fewer.
 */
export const endOfBatch = async (db: Db, { from }: Merge, { after, count }: { after: number; count: number }) => {
  const { mediaId } = votes
  const voted = votedBy(db, from, gt(mediaId, after)).orderBy(asc(mediaId)).limit(count)
  const seen = seenBy(db, from, gt(views.mediaId, after)).orderBy(asc(views.mediaId)).limit(count)
  const [row] = await union(voted, seen)
    .orderBy(asc(mediaId))
    .limit(1)
    .offset(count - 1)
  return row?.id
}

const isIn = (mediaId: PgColumn, { after, through }: Part) => and(gt(mediaId, after), lte(mediaId, through))

/** What a visitor rated or uploaded. One union, which PostgreSQL looks up by key: an OR would read every item. */
const itemsOf = (db: Db, part: Part) => {
  const { from } = part
  const isOwn = and(eq(media.ownerId, from), isIn(media.id, part))
  const uploaded = db.orm.select({ id: media.id }).from(media).where(isOwn)
  const voted = votedBy(db, from, isIn(votes.mediaId, part))
  return inArray(media.id, union(voted, seenBy(db, from, isIn(views.mediaId, part)), uploaded))
}

/** Locks what the visitor rated or uploaded against deletion; votes on it go on. */
export const protectItemsOf = (db: Db, part: Part) => lockItems(db, itemsOf(db, part), 'key share')

/** Locks the same items against votes. */
export const lockItemsOf = (db: Db, part: Part) => lockItems(db, itemsOf(db, part))

/**
 * The bounds of a part, for each table by itself: the planner does not know how many votes a visitor has, and would read
 * all of them for each part. $3: `after`, $4: `through`.
 */
const inPart = (table: string) => `${table}.media_id > $3::bigint AND ${table}.media_id <= $4::bigint`
const valuesOf = ({ from, into, after, through }: Part) => [from, into, after, through]
const COUNT = { count: z.number() }

/** Locked, as a vote may be taken back in the same moment: then it is not there any more. */
const moved = (table: string, columns: string) => `
moved AS (
  INSERT INTO ${table} (user_id, media_id, ${columns})
  SELECT $2::bigint, media_id, ${columns} FROM ${table}
  WHERE user_id = $1::bigint AND ${inPart(table)}
    AND (SELECT owner_id FROM media WHERE media.id = ${table}.media_id) <> $2::bigint
  ORDER BY media_id FOR UPDATE
  ON CONFLICT DO NOTHING RETURNING media_id),
gone AS (
  DELETE FROM ${table}
  WHERE user_id = $1::bigint AND ${inPart(table)} AND media_id IN (SELECT media_id FROM moved))`

/** What was set aside of the visitor's stays set aside as the account's. */
const MOVE_VOTES = statement({
  name: 'move_votes',
  row: COUNT,
  text: `
WITH ${moved('votes', 'is_hot, created_at')},
aside AS (
  UPDATE set_aside_votes SET user_id = $2::bigint
  WHERE user_id = $1::bigint AND ${inPart('set_aside_votes')} AND media_id IN (SELECT media_id FROM moved))
SELECT count(*) AS count FROM moved`,
})
const MOVE_VIEWS = statement({
  name: 'move_views',
  row: COUNT,
  text: `WITH ${moved('views', 'created_at')} SELECT count(*) AS count FROM moved`,
})

/** Moves ratings of what the account has not rated itself, and does not own. The others stay with the visitor for now. */
export const moveRatings = async (db: Db, part: Part): Promise<Ratings> => ({
  votes: onlyRow(await db.query(MOVE_VOTES, valuesOf(part))).count,
  views: onlyRow(await db.query(MOVE_VIEWS, valuesOf(part))).count,
})

const SETTLE_VOTES = statement({
  name: 'settle_votes',
  row: COUNT,
  text: `
WITH pair AS MATERIALIZED (
  SELECT f.media_id, f.is_hot, f.created_at, i.user_id IS NOT NULL AND f.created_at < i.created_at AS is_older,
    i.is_hot AS other_is_hot, f_aside.set_aside_id, i_aside.set_aside_id AS other_set_aside_id
  FROM votes f LEFT JOIN votes i ON i.user_id = $2 AND i.media_id = f.media_id AND ${inPart('i')}
  LEFT JOIN set_aside_votes f_aside ON f_aside.user_id = f.user_id AND f_aside.media_id = f.media_id
  LEFT JOIN set_aside_votes i_aside ON i_aside.user_id = i.user_id AND i_aside.media_id = i.media_id
  WHERE f.user_id = $1 AND ${inPart('f')}),
gone AS (DELETE FROM votes WHERE user_id = $1 AND ${inPart('votes')} RETURNING media_id),
left_over AS (DELETE FROM set_aside_votes WHERE user_id = $1 AND ${inPart('set_aside_votes')}),
updated AS (
  UPDATE votes SET is_hot = pair.is_hot, created_at = pair.created_at FROM pair
  WHERE votes.user_id = $2 AND ${inPart('votes')} AND votes.media_id = pair.media_id AND pair.is_older),
counts_again AS (
  DELETE FROM set_aside_votes USING pair WHERE set_aside_votes.user_id = $2
  AND set_aside_votes.media_id = pair.media_id AND is_older AND pair.set_aside_id IS NULL),
aside AS (
  INSERT INTO set_aside_votes (user_id, media_id, set_aside_id)
  SELECT $2, media_id, set_aside_id FROM pair
  WHERE is_older AND set_aside_id IS NOT NULL AND other_set_aside_id IS NULL),
less AS (
  SELECT media_id, (CASE WHEN is_older THEN other_is_hot ELSE is_hot END)::int AS hot FROM pair
  WHERE CASE WHEN is_older THEN other_set_aside_id ELSE set_aside_id END IS NULL),
total AS (
  UPDATE media SET hot_votes = hot_votes - less.hot, not_votes = not_votes - (1 - less.hot)
  FROM less WHERE media.id = less.media_id)
SELECT count(*) AS count FROM gone`,
})

/**
 * Of two votes on an item the older stays, with its answer, set aside or not; one on the account's own item goes. So do
 * views. How many went.
 */
export const settleDuplicates = async (db: Db, part: Part): Promise<Ratings> => {
  const settled = onlyRow(await db.query(SETTLE_VOTES, valuesOf(part)))
  const isTheirs = and(eq(views.userId, part.from), isIn(views.mediaId, part))
  const gone = db.orm.$with('gone').as(db.orm.delete(views).where(isTheirs).returning({ mediaId: views.mediaId }))
  const less = { views: sql`${media.views} - 1` }
  const seen = db.orm.with(gone).update(media).set(less).from(gone).where(eq(media.id, gone.mediaId))
  return { votes: settled.count, views: (await seen.returning({ id: media.id })).length }
}

/**
 * The counters of both after a part, their rows being locked. What moved is not rated by the visitor any more: their
 * watermark would hide it.
 */
export const countPart = async (db: Db, { from, into }: Merge, { moved, gone }: { moved: Ratings; gone: Ratings }) => {
  const { votesCast, viewsMade } = users
  const less = {
    votesCast: sql`${votesCast} - ${moved.votes + gone.votes}`,
    viewsMade: sql`${viewsMade} - ${moved.views + gone.views}`,
    ratedThrough: 0,
  }
  await db.orm.update(users).set(less).where(eq(users.id, from))
  const more = { votesCast: sql`${votesCast} + ${moved.votes}`, viewsMade: sql`${viewsMade} + ${moved.views}` }
  await db.orm.update(users).set(more).where(eq(users.id, into))
}

/** Locks what a user both uploaded and rated against votes and views. */
export const lockOwnRated = (db: Db, userId: number) => {
  const isRated = inArray(media.id, union(votedBy(db, userId), seenBy(db, userId)))
  return lockItems(db, and(eq(media.ownerId, userId), isRated))
}

/** Materialized, so that each is found by its key: votes that have just been moved are unknown to the planner. */
const OWN = 'own AS MATERIALIZED (SELECT owner_id AS user_id, id AS media_id FROM media WHERE owner_id = $1)'
const DELETE_OWN_VOTES = statement({
  name: 'delete_own_votes',
  text: `
WITH ${OWN},
gone AS (
  DELETE FROM votes USING own WHERE votes.user_id = own.user_id AND votes.media_id = own.media_id
  RETURNING votes.user_id, votes.media_id, votes.is_hot),
set_aside AS (
  DELETE FROM set_aside_votes USING gone
  WHERE set_aside_votes.user_id = gone.user_id AND set_aside_votes.media_id = gone.media_id),
total AS (
  UPDATE media SET hot_votes = hot_votes - gone.is_hot::int, not_votes = not_votes - (NOT gone.is_hot)::int
  FROM gone WHERE media.id = gone.media_id AND ${isCounted('gone')})
UPDATE users SET votes_cast = votes_cast - n FROM (SELECT count(*) AS n FROM gone) g WHERE id = $1 AND n > 0`,
})
const DELETE_OWN_VIEWS = statement({
  name: 'delete_own_views',
  text: `
WITH ${OWN},
gone AS (
  DELETE FROM views USING own WHERE views.user_id = own.user_id AND views.media_id = own.media_id
  RETURNING views.media_id),
total AS (UPDATE media SET views = media.views - 1 FROM gone WHERE media.id = gone.media_id)
UPDATE users SET views_made = views_made - n FROM (SELECT count(*) AS n FROM gone) g WHERE id = $1 AND n > 0`,
})

/** What a user voted and viewed of their own uploads, out of all totals. */
export const deleteOwnRatings = async (db: Db, userId: number) => {
  await db.query(DELETE_OWN_VOTES, [userId])
  await db.query(DELETE_OWN_VIEWS, [userId])
}
