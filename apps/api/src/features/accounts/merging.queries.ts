import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type PgColumn, union } from 'drizzle-orm/pg-core'
import { causeOf, type Db, limitLockWaits } from '../../db/client.ts'
import { isCounted } from '../../db/counted-votes.ts'
import { lockItems, lockUntilCommit } from '../../db/locks.ts'
import { capturedEmails, media, reports, takenDownMedia, users, views, votes } from '../../db/schema/index.ts'
import { statement } from '../../db/statement.ts'
import { isPresentUser } from '../../db/user-there.ts'

/** Users by id. */
export type Merge = { from: number; into: number }

/** Whether a user has no confirmed address. One who is being deleted has none and is none. */
export const isAnonymous = async (db: Db, userId: number) => {
  const isIt = and(eq(users.id, userId), isNull(users.emailVerifiedAt), isNull(users.deletedAt))
  return (await db.orm.$count(users, isIt)) > 0
}

/** One merge of either at a time; and what they rate meanwhile is not written together with what others rate. */
export const lockMerges = async (db: Db, { from, into }: Merge) => {
  for (const user of [into, from]) await lockUntilCommit(db, 'merge', user)
}

const votedBy = (db: Db, userId: number) =>
  db.orm.select({ id: votes.mediaId }).from(votes).where(eq(votes.userId, userId))
const seenBy = (db: Db, userId: number) =>
  db.orm.select({ id: views.mediaId }).from(views).where(eq(views.userId, userId))

/** What a visitor rated or uploaded. One union, which PostgreSQL looks up by key: an OR would read every item. */
const itemsOf = (db: Db, userId: number) => {
  const uploaded = db.orm.select({ id: media.id }).from(media).where(eq(media.ownerId, userId))
  return inArray(media.id, union(votedBy(db, userId), seenBy(db, userId), uploaded))
}

/** Locks what the visitor rated or uploaded against deletion; votes on it go on. */
export const protectItemsOf = (db: Db, { from }: Merge) => lockItems(db, itemsOf(db, from), 'key share')

/** Locks the same items against votes. */
export const lockItemsOf = (db: Db, { from }: Merge) => lockItems(db, itemsOf(db, from))

const LOCK_NOT_AVAILABLE = '55P03'
/** Milliseconds. */
const LOCK_TIMEOUT = 250

const SAVEPOINT = statement({ name: 'savepoint', text: 'SAVEPOINT without_long_waits' })
const BACK_TO_SAVEPOINT = statement({ name: 'back_to_savepoint', text: 'ROLLBACK TO SAVEPOINT without_long_waits' })

/**
 * Does `work`, waiting for others a quarter of a second at most: less than the database takes to detect a deadlock and
 * abort one of its transactions. False when that was too short: then everything was rolled back, locks included.
 */
export const withoutLongWaits = async (db: Db, work: () => Promise<void>): Promise<boolean> => {
  await db.query(SAVEPOINT)
  await limitLockWaits(db, LOCK_TIMEOUT)
  try {
    await work()
    return true
  } catch (error) {
    const cause = causeOf(error)
    if (!(cause instanceof Error && 'code' in cause && cause.code === LOCK_NOT_AVAILABLE)) throw error
    await db.query(BACK_TO_SAVEPOINT)
    return false
  }
}

/** Locks the visitor: from here on no vote, upload or link of theirs is added. False when they were deleted meanwhile. */
export const lockVisitor = async (db: Db, { from }: Merge) => {
  const isThere = isPresentUser(from)
  return (await db.orm.select({ id: users.id }).from(users).where(isThere).for('update')).length > 0
}

/** Locked, as a vote may be taken back in the same moment: then it is not there any more. */
const moved = (table: string, columns: string) => `
moved AS (
  INSERT INTO ${table} (user_id, media_id, ${columns})
  SELECT $2::bigint, media_id, ${columns} FROM ${table}
  WHERE user_id = $1::bigint AND media_id NOT IN (SELECT id FROM media WHERE owner_id = $2::bigint)
  ORDER BY media_id FOR UPDATE
  ON CONFLICT DO NOTHING RETURNING media_id)`
const leave = (table: string) =>
  `DELETE FROM ${table} WHERE user_id = $1::bigint AND media_id IN (SELECT media_id FROM moved)`

/** What was set aside of the visitor's stays set aside as the account's. */
const MOVE_VOTES = statement({
  name: 'move_votes',
  text: `
WITH ${moved('votes', 'is_hot, created_at')},
aside AS (
  UPDATE set_aside_votes SET user_id = $2::bigint
  WHERE user_id = $1::bigint AND media_id IN (SELECT media_id FROM moved))
${leave('votes')}`,
})
const MOVE_VIEWS = statement({ name: 'move_views', text: `WITH ${moved('views', 'created_at')} ${leave('views')}` })

/** Moves ratings of what the account has not rated itself, and does not own. The others stay with the visitor for now. */
export const moveRatings = async (db: Db, { from, into }: Merge) => {
  await db.query(MOVE_VOTES, [from, into])
  await db.query(MOVE_VIEWS, [from, into])
}

const SETTLE_VOTES = statement({
  name: 'settle_votes',
  text: `
WITH pair AS MATERIALIZED (
  SELECT f.media_id, f.is_hot, f.created_at, i.user_id IS NOT NULL AND f.created_at < i.created_at AS is_older,
    i.is_hot AS other_is_hot, f_aside.set_aside_id, i_aside.set_aside_id AS other_set_aside_id
  FROM votes f LEFT JOIN votes i ON i.user_id = $2 AND i.media_id = f.media_id
  LEFT JOIN set_aside_votes f_aside ON f_aside.user_id = f.user_id AND f_aside.media_id = f.media_id
  LEFT JOIN set_aside_votes i_aside ON i_aside.user_id = i.user_id AND i_aside.media_id = i.media_id
  WHERE f.user_id = $1),
gone AS (DELETE FROM votes WHERE user_id = $1),
left_over AS (DELETE FROM set_aside_votes WHERE user_id = $1),
updated AS (
  UPDATE votes SET is_hot = pair.is_hot, created_at = pair.created_at FROM pair
  WHERE votes.user_id = $2 AND votes.media_id = pair.media_id AND pair.is_older),
counts_again AS (
  DELETE FROM set_aside_votes USING pair WHERE set_aside_votes.user_id = $2
  AND set_aside_votes.media_id = pair.media_id AND is_older AND pair.set_aside_id IS NULL),
aside AS (
  INSERT INTO set_aside_votes (user_id, media_id, set_aside_id)
  SELECT $2, media_id, set_aside_id FROM pair
  WHERE is_older AND set_aside_id IS NOT NULL AND other_set_aside_id IS NULL),
less AS (
  SELECT media_id, (CASE WHEN is_older THEN other_is_hot ELSE is_hot END)::int AS hot FROM pair
  WHERE CASE WHEN is_older THEN other_set_aside_id ELSE set_aside_id END IS NULL)
UPDATE media SET hot_votes = hot_votes - less.hot, not_votes = not_votes - (1 - less.hot)
FROM less WHERE media.id = less.media_id`,
})

/**
 * Of two votes on an item the older stays, with its answer, set aside or not; one on the account's own item goes. So do
 * views.
 */
export const settleDuplicates = async (db: Db, { from, into }: Merge) => {
  await db.query(SETTLE_VOTES, [from, into])
  const deletion = db.orm.delete(views).where(eq(views.userId, from)).returning({ mediaId: views.mediaId })
  const gone = db.orm.$with('gone').as(deletion)
  const less = { views: sql`${media.views} - 1` }
  await db.orm.with(gone).update(media).set(less).from(gone).where(eq(media.id, gone.mediaId))
}

/** Locks what a user both uploaded and rated against votes and views. */
export const lockOwnRated = (db: Db, userId: number) => {
  const isRated = inArray(media.id, union(votedBy(db, userId), seenBy(db, userId)))
  return lockItems(db, and(eq(media.ownerId, userId), isRated))
}

const DELETE_OWN_VOTES = statement({
  name: 'delete_own_votes',
  text: `
WITH gone AS (
  DELETE FROM votes USING media WHERE votes.user_id = $1 AND media.id = votes.media_id AND media.owner_id = $1
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
WITH gone AS (
  DELETE FROM views USING media WHERE views.user_id = $1 AND media.id = views.media_id AND media.owner_id = $1
  RETURNING views.media_id),
total AS (UPDATE media SET views = media.views - 1 FROM gone WHERE media.id = gone.media_id)
UPDATE users SET views_made = views_made - n FROM (SELECT count(*) AS n FROM gone) g WHERE id = $1 AND n > 0`,
})

/** What a user voted and viewed of their own uploads, out of all totals. */
export const deleteOwnRatings = async (db: Db, userId: number) => {
  await db.query(DELETE_OWN_VOTES, [userId])
  await db.query(DELETE_OWN_VIEWS, [userId])
}

/** Uploads that are still on their way move too, and so does what was taken down. */
export const moveUploads = async (db: Db, { from, into }: Merge) => {
  const moved = { ownerId: into, updatedAt: sql`now()` }
  await db.orm.update(media).set(moved).where(eq(media.ownerId, from))
  await db.orm.update(capturedEmails).set({ userId: into }).where(eq(capturedEmails.userId, from))
  await db.orm.update(takenDownMedia).set(moved).where(eq(takenDownMedia.ownerId, from))
}

/** The one that waits stays, or the operator would be shown an item that nobody reports; else that of the account. */
const DELETE_REPEATED_REPORTS = statement({
  name: 'delete_repeated_reports',
  text: `
WITH twice AS (
  SELECT mine.id AS mine, theirs.id AS theirs, theirs.settled_at IS NULL AND mine.settled_at IS NOT NULL AS theirs_waits
  FROM reports mine JOIN reports theirs ON theirs.media_id = mine.media_id
  WHERE mine.user_id = $2 AND theirs.user_id = $1)
DELETE FROM reports USING twice WHERE id = CASE WHEN theirs_waits THEN mine ELSE theirs END`,
})

/** The account counts once an item, and on none of its own: what the visitor reported of it is nobody's now. */
export const moveReports = async (db: Db, { from, into }: Merge) => {
  await db.query(DELETE_REPEATED_REPORTS, [from, into])
  await db.orm.update(reports).set({ userId: into }).where(eq(reports.userId, from))
  const own = db.orm.select({ id: media.id }).from(media).where(eq(media.ownerId, into))
  await db.orm
    .update(reports)
    .set({ userId: null })
    .where(and(eq(reports.userId, into), inArray(reports.mediaId, own)))
}

/**
 * The account's counters, its row being locked. All that either had rated is rated by the account or its own, so the
 * further of the two watermarks holds (docs/decisions/003).
 */
export const recount = async (db: Db, { from, into }: Merge) => {
  const of = (column: PgColumn) => db.orm.select({ column }).from(users).where(eq(users.id, from))
  const counted = {
    votesCast: db.orm.$count(votes, eq(votes.userId, into)),
    viewsMade: db.orm.$count(views, eq(views.userId, into)),
    uploads: db.orm.$count(media, and(eq(media.ownerId, into), eq(media.status, 'ready'))),
    ratedThrough: sql`greatest(${users.ratedThrough}, ${of(users.ratedThrough)})`,
    // What the account has seen of its items; where it never looked, what the visitor has seen of theirs.
    newsSince: sql`coalesce(${users.newsSince}, ${of(users.newsSince)})`,
    newsSeenAt: sql`coalesce(${users.newsSeenAt}, ${of(users.newsSeenAt)})`,
    // The block goes along with what the visitor made.
    blockedAt: sql`coalesce(${users.blockedAt}, ${of(users.blockedAt)})`,
    updatedAt: sql`now()`,
  }
  await db.orm.update(users).set(counted).where(eq(users.id, into))
}

/** The emptied visitor, with their links. */
export const removeUser = async (db: Db, { from }: Merge) => {
  await db.orm.delete(users).where(eq(users.id, from))
}
