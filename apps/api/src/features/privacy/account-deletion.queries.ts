import { and, asc, eq, gt, isNotNull, notExists, or, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { Db } from '../../platform/db/client.ts'
import {
  capturedEmails,
  endedSessions,
  exchangeCodes,
  loginTokens,
  media,
  takenDownMedia,
  users,
  views,
  votes,
} from '../../platform/db/schema/index.ts'
import { isPresentUser } from '../../platform/db/user-exists.ts'
import { FILE_KEYS, IS_STORED } from '../media/stored-media.sql.ts'

const CONFIRMED_ADDRESS = sql<string | null>`CASE WHEN ${users.emailVerifiedAt} IS NOT NULL THEN ${users.email} END`

export const lockUserToDelete = async (db: Db, userId: number) => {
  const { uploads, votesCast: votes, viewsMade: views, createdAt, deletedAt } = users
  const [row] = await db.orm
    .select({ uploads, votes, views, createdAt, deletedAt, address: CONFIRMED_ADDRESS })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  return row
}

export const uploadsToBar = (db: Db, userId: number) =>
  db.orm
    .select({ id: media.id, sha256: sql<string>`encode(${media.sha256}, 'hex')`, keys: FILE_KEYS })
    .from(media)
    .where(and(eq(media.ownerId, userId), or(IS_STORED, eq(media.trashedBy, 'operator'))))

/** Longer than any name that a visitor can choose, so these names never collide. */
const NO_NAME = sql`'Deleted-account-' || lpad(${users.id}::text, 16, '0')`

export const markUserDeleted = async (db: Db, userId: number) => {
  await db.orm
    .update(users)
    .set({
      username: NO_NAME,
      email: null,
      emailVerifiedAt: null,
      latitude: null,
      longitude: null,
      loginCount: 0,
      lastLoginAt: null,
      ratedThrough: 0,
      newsSince: null,
      newsSeenAt: null,
      blockedAt: null,
      deletedAt: sql`now()`,
      updatedAt: sql`now()`,
    })
    .where(isPresentUser(userId))
}

export const deleteCodes = async (db: Db, userId: number) => {
  await db.orm.delete(exchangeCodes).where(eq(exchangeCodes.userId, userId))
}

/** Makes ended sessions report that the account was deleted, instead of saved elsewhere. */
export const forgetSavedAs = async (db: Db, userId: number) => {
  await db.orm.update(endedSessions).set({ userId: null }).where(eq(endedSessions.userId, userId))
}

/** Skips a link that another request is opening. The erasure job deletes that link later. */
export const deleteLinks = async (db: Db, userId: number) => {
  const free = db.orm
    .select({ hash: loginTokens.tokenHash })
    .from(loginTokens)
    .where(eq(loginTokens.userId, userId))
    .for('update', { skipLocked: true })
  await db.orm.delete(loginTokens).where(sql`${loginTokens.tokenHash} = ANY (ARRAY${free})`)
}

/** Deletes addresses that the user entered, and the user's confirmed address even if another visitor entered it. */
export const deleteCaptured = async (db: Db, userId: number, address: string | null) => {
  const isTheirs = address === null ? undefined : sql`lower(${capturedEmails.email}) = lower(${address})`
  await db.orm.delete(capturedEmails).where(or(eq(capturedEmails.userId, userId), isTheirs))
}

const isDeleted = isNotNull(users.deletedAt)

export const deletedUsers = async (db: Db): Promise<number[]> => {
  const rows = await db.orm.select({ id: users.id }).from(users).where(isDeleted).orderBy(asc(users.id))
  return rows.map(({ id }) => id)
}

export const listRatedAfter = async (db: Db, { userId, after }: { userId: number; after: number }, most: number) => {
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

export const deletePending = async (db: Db, userId: number): Promise<string[]> => {
  const isPending = and(eq(media.ownerId, userId), eq(media.status, 'pending'))
  return (await db.orm.delete(media).where(isPending).returning({ keys: FILE_KEYS })).flatMap(({ keys }) => keys)
}

/** Returns false if data remains, for example from a concurrent request. */
export const removeErasedUser = async (db: Db, userId: number): Promise<boolean> => {
  const isIt = and(eq(users.id, userId), isDeleted)
  const [locked] = await db.orm.select({ id: users.id }).from(users).where(isIt).for('update')
  if (!locked) return false
  const voted = db.orm.select({ id: votes.mediaId }).from(votes).where(eq(votes.userId, userId))
  const seen = db.orm.select({ id: views.mediaId }).from(views).where(eq(views.userId, userId))
  const uploaded = db.orm.select({ id: media.id }).from(media).where(eq(media.ownerId, userId))
  const isErased = and(isIt, notExists(voted), notExists(seen), notExists(uploaded))
  if ((await db.orm.delete(users).where(isErased).returning({ id: users.id })).length === 0) return false
  // Removed items still can't be uploaded again, but their entries lose all personal data.
  await db.orm
    .update(takenDownMedia)
    .set({ ownerId: null, originalName: null })
    .where(eq(takenDownMedia.ownerId, userId))
  return true
}
