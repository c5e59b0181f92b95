import { and, asc, eq, gt, isNotNull, notExists } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/client.ts'
import { recountVotes, wereSetAside } from '../../db/counted-votes.ts'
import { lockRows } from '../../db/locks.ts'
import { media, takenDownMedia, users, views, votes } from '../../db/schema/index.ts'
import { statement } from '../../db/statement.ts'
import { FILE_KEYS } from '../../db/stored-media.ts'

const isDeleted = isNotNull(users.deletedAt)

/** Users who are to be erased, by id. */
export const deletedUsers = async (db: Db): Promise<number[]> => {
  const rows = await db.orm.select({ id: users.id }).from(users).where(isDeleted).orderBy(asc(users.id))
  return rows.map(({ id }) => id)
}

/** Items behind `after` that a user voted on or saw, by id: the next ones of both keys. */
export const ratedBehind = async (db: Db, { userId, after }: { userId: number; after: number }, most: number) => {
  const voted = db.orm
    .select({ id: votes.mediaId })
    .from(votes)
    .where(and(eq(votes.userId, userId), gt(votes.mediaId, after)))
    .orderBy(asc(votes.mediaId))
    .limit(most)
  const seen = db.orm
    .select({ id: views.mediaId })
    .from(views)
    .where(and(eq(views.userId, userId), gt(views.mediaId, after)))
    .orderBy(asc(views.mediaId))
    .limit(most)
  const rows = await union(voted, seen).orderBy(asc(votes.mediaId)).limit(most)
  return rows.map(({ id }) => id)
}

const ERASE = statement({
  name: 'erase_ratings_of_user',
  text: `
WITH pair AS MATERIALIZED (SELECT $1::bigint AS user_id, id AS media_id FROM unnest($2::bigint[]) id),
unvoted AS (
  DELETE FROM votes USING pair WHERE votes.user_id = pair.user_id AND votes.media_id = pair.media_id
  RETURNING votes.user_id, votes.media_id, votes.is_hot),
unseen AS (
  DELETE FROM views USING pair WHERE views.user_id = pair.user_id AND views.media_id = pair.media_id
  RETURNING views.media_id),
less AS (
  SELECT media_id, sum(hot) AS hot, sum(not_hot) AS not_hot, sum(seen) AS seen
  FROM (SELECT media_id, is_hot::int AS hot, (NOT is_hot)::int AS not_hot, 0 AS seen FROM unvoted
        WHERE $3::boolean
        UNION ALL SELECT media_id, 0, 0, 1 FROM unseen) each
  GROUP BY media_id),
total AS (
  UPDATE media SET hot_votes = hot_votes - less.hot, not_votes = not_votes - less.not_hot, views = views - less.seen
  FROM less WHERE media.id = less.media_id)
UPDATE users SET votes_cast = votes_cast - (SELECT count(*) FROM unvoted),
  views_made = views_made - (SELECT count(*) FROM unseen) WHERE id = $1`,
})

/** Erases what a user voted and viewed of these items, and takes it off all totals. Items first, as a vote locks them. */
export const eraseRatingsOf = async (db: Db, userId: number, mediaIds: number[]) => {
  await lockRows(db, media, mediaIds)
  const needsRecount = await wereSetAside(db, [userId])
  await db.query(ERASE, [userId, mediaIds, !needsRecount])
  if (needsRecount) await recountVotes(db, mediaIds)
}

/** Removes the rows of uploads that are under way, and returns the keys of their files. */
export const deletePendingOf = async (db: Db, userId: number): Promise<string[]> => {
  const isPending = and(eq(media.ownerId, userId), eq(media.status, 'pending'))
  return (await db.orm.delete(media).where(isPending).returning({ keys: FILE_KEYS })).flatMap(({ keys }) => keys)
}

/** Removes a user of whom nothing is left. False when something came meanwhile, or is still being erased. */
export const removeErasedUser = async (db: Db, userId: number): Promise<boolean> => {
  const isIt = and(eq(users.id, userId), isDeleted)
  const [locked] = await db.orm.select({ id: users.id }).from(users).where(isIt).for('update')
  if (!locked) return false
  const voted = db.orm.select({ id: votes.mediaId }).from(votes).where(eq(votes.userId, userId))
  const seen = db.orm.select({ id: views.mediaId }).from(views).where(eq(views.userId, userId))
  const uploaded = db.orm.select({ id: media.id }).from(media).where(eq(media.ownerId, userId))
  const isErased = and(isIt, notExists(voted), notExists(seen), notExists(uploaded))
  if ((await db.orm.delete(users).where(isErased).returning({ id: users.id })).length === 0) return false
  // Removed items stay removed, without anything personal.
  await db.orm
    .update(takenDownMedia)
    .set({ ownerId: null, originalName: null })
    .where(eq(takenDownMedia.ownerId, userId))
  return true
}
