import { and, asc, eq, notExists } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/client.ts'
import { lockRows } from '../../db/locks.ts'
import { media, users, views, votes } from '../../db/schema/index.ts'
import { statement } from '../../db/statement.ts'
import { FILE_KEYS } from '../../db/stored-media.ts'

const isDeleted = eq(media.status, 'deleted')

/** Items that wait to be erased, with the keys of their files. */
export const deletedItems = (db: Db) =>
  db.orm.select({ id: media.id, keys: FILE_KEYS }).from(media).where(isDeleted).orderBy(asc(media.id))

export type DeletedItem = Awaited<ReturnType<typeof deletedItems>>[number]

/** Some of those who voted on an item or saw it, by id. */
export const ratersOf = async (db: Db, mediaId: number, count: number): Promise<number[]> => {
  const voted = db.orm.select({ id: votes.userId }).from(votes).where(eq(votes.mediaId, mediaId)).limit(count)
  const seen = db.orm.select({ id: views.userId }).from(views).where(eq(views.mediaId, mediaId)).limit(count)
  const rows = await union(voted, seen).orderBy(asc(votes.userId))
  return rows.map(({ id }) => id)
}

/** Locks a deleted item: a vote that began before its deletion is counted by now, or waits. False when it is gone. */
export const lockDeleted = async (db: Db, mediaId: number): Promise<boolean> => {
  const isIt = and(eq(media.id, mediaId), isDeleted)
  return (await db.orm.select({ id: media.id }).from(media).where(isIt).for('update')).length > 0
}

const ERASE_RATINGS = statement({
  name: 'erase_ratings',
  text: `
WITH pair AS MATERIALIZED (SELECT id AS user_id, $1::bigint AS media_id FROM unnest($2::bigint[]) id),
unvoted AS (
  DELETE FROM votes USING pair WHERE votes.user_id = pair.user_id AND votes.media_id = pair.media_id
  RETURNING votes.user_id),
unseen AS (
  DELETE FROM views USING pair WHERE views.user_id = pair.user_id AND views.media_id = pair.media_id
  RETURNING views.user_id),
less AS (
  SELECT user_id, sum(votes) AS votes, sum(views) AS views
  FROM (SELECT user_id, 1 AS votes, 0 AS views FROM unvoted UNION ALL SELECT user_id, 0, 1 FROM unseen) each
  GROUP BY user_id)
UPDATE users SET votes_cast = votes_cast - less.votes, views_made = views_made - less.views
FROM less WHERE users.id = less.user_id`,
})

/**
 * Erases what these users voted and viewed of a locked item, and takes it off their counters: they are locked after it, as
 * by a vote. The pairs are materialized, so that each is found by its key: the planner does not know how many votes the
 * item has.
 */
export const eraseRatings = async (db: Db, mediaId: number, ids: number[]) => {
  await lockRows(db, users, ids)
  await db.query(ERASE_RATINGS, [mediaId, ids])
}

/** Removes the row of a deleted, locked item when none of its votes and views is left. */
export const removeErased = async (db: Db, mediaId: number): Promise<boolean> => {
  const voted = db.orm.select({ id: votes.mediaId }).from(votes).where(eq(votes.mediaId, mediaId))
  const seen = db.orm.select({ id: views.mediaId }).from(views).where(eq(views.mediaId, mediaId))
  const isErased = and(eq(media.id, mediaId), notExists(voted), notExists(seen))
  return (await db.orm.delete(media).where(isErased).returning({ id: media.id })).length > 0
}
