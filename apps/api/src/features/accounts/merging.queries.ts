import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/client.ts'
import { capturedEmails, media, reports, takenDownMedia, users } from '../../db/schema/index.ts'
import { statement } from '../../db/statement.ts'

/** Users by id. */
export type Merge = { from: number; into: number }

/** Whether a user has no confirmed address. One who is being deleted has none and is none. */
export const isAnonymous = async (db: Db, userId: number) => {
  const isIt = and(eq(users.id, userId), isNull(users.emailVerifiedAt), isNull(users.deletedAt))
  return (await db.orm.$count(users, isIt)) > 0
}

/** Locks both until the commit: no vote, upload or link of theirs is added. False when one of them was deleted. */
export const lockBoth = async (db: Db, { from, into }: Merge) => {
  const isThere = and(inArray(users.id, [from, into]), isNull(users.deletedAt))
  const rows = await db.orm.select({ id: users.id }).from(users).where(isThere).orderBy(asc(users.id)).for('update')
  return rows.length === 2
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
 * Moves the rest of a merged account. The further watermark holds only if all ratings moved (docs/decisions/003);
 * otherwise the account keeps its own.
 */
export const takeOver = async (db: Db, { from, into }: Merge, isWhole: boolean) => {
  const of = (column: PgColumn) => db.orm.select({ column }).from(users).where(eq(users.id, from))
  const taken = {
    uploads: db.orm.$count(media, and(eq(media.ownerId, into), eq(media.status, 'ready'))),
    ratedThrough: isWhole ? sql`greatest(${users.ratedThrough}, ${of(users.ratedThrough)})` : users.ratedThrough,
    // The account's own news; where the account never looked, the visitor's.
    newsSince: sql`coalesce(${users.newsSince}, ${of(users.newsSince)})`,
    newsSeenAt: sql`coalesce(${users.newsSeenAt}, ${of(users.newsSeenAt)})`,
    // A block follows the uploads and votes.
    blockedAt: sql`coalesce(${users.blockedAt}, ${of(users.blockedAt)})`,
    updatedAt: sql`now()`,
  }
  await db.orm.update(users).set(taken).where(eq(users.id, into))
}

/** The visitor keeps ratings that did not move, and has no upload any more. */
export const leaveBehind = async (db: Db, { from }: Merge) => {
  await db.orm.update(users).set({ uploads: 0, ratedThrough: 0, updatedAt: sql`now()` }).where(eq(users.id, from))
}

/** The emptied visitor, with their links. */
export const removeUser = async (db: Db, { from }: Merge) => {
  await db.orm.delete(users).where(eq(users.id, from))
}
