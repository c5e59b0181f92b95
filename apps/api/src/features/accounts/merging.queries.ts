import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Db, isLockTimeout, limitLockWaits } from '../../db/client.ts'
import { lockUntilCommit } from '../../db/locks.ts'
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

/** Milliseconds. */
const LOCK_TIMEOUT = 250

const SAVEPOINT = statement({ name: 'savepoint', text: 'SAVEPOINT without_long_waits' })
const BACK_TO_SAVEPOINT = statement({ name: 'back_to_savepoint', text: 'ROLLBACK TO SAVEPOINT without_long_waits' })

/**
 * Does `work`, waiting for others a quarter of a second at most: less than the database takes to detect a deadlock and
 * abort one of its transactions. False when that was too short: then everything was rolled back, locks included. Otherwise the limit
 * stays until the commit.
 */
export const withoutLongWaits = async (db: Db, work: () => Promise<void>): Promise<boolean> => {
  await db.query(SAVEPOINT)
  await limitLockWaits(db, LOCK_TIMEOUT)
  try {
    await work()
    return true
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    await db.query(BACK_TO_SAVEPOINT)
    return false
  }
}

/** Locks the visitor: from here on no vote, upload or link of theirs is added. False when they were deleted meanwhile. */
export const lockVisitor = async (db: Db, { from }: Merge) => {
  const isThere = isPresentUser(from)
  return (await db.orm.select({ id: users.id }).from(users).where(isThere).for('update')).length > 0
}

/** Uploads that are still on their way move too, and so does what was taken down. */
export const moveUploads = async (db: Db, { from, into }: Merge) => {
  const moved = { ownerId: into, updatedAt: sql`now()` }
  await db.orm.update(media).set(moved).where(eq(media.ownerId, from))
  await db.orm.update(capturedEmails).set({ userId: into }).where(eq(capturedEmails.userId, from))
  await db.orm.update(takenDownMedia).set(moved).where(eq(takenDownMedia.ownerId, from))
}

/**
 * The one that waits stays, or that was settled last, which may wait again: the operator would be shown an item that nobody reports. Of two
 * alike, that of the account.
 */
const DELETE_REPEATED_REPORTS = statement({
  name: 'delete_repeated_reports',
  text: `
WITH twice AS (
  SELECT mine.id AS mine, theirs.id AS theirs,
    coalesce(theirs.settled_at, 'infinity') > coalesce(mine.settled_at, 'infinity') AS is_theirs_later
  FROM reports mine JOIN reports theirs ON theirs.media_id = mine.media_id
  WHERE mine.user_id = $2 AND theirs.user_id = $1)
DELETE FROM reports USING twice WHERE id = CASE WHEN is_theirs_later THEN mine ELSE theirs END`,
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
