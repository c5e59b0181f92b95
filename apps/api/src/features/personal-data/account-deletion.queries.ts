import { and, eq, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { capturedEmails, endedSessions, exchangeCodes, loginTokens, media, users } from '../../db/schema/index.ts'
import { FILE_KEYS, IS_STORED } from '../../db/stored-media.ts'
import { isPresentUser } from '../../db/user-there.ts'

const CONFIRMED_ADDRESS = sql<string | null>`CASE WHEN ${users.emailVerifiedAt} IS NOT NULL THEN ${users.email} END`

/**
 * Holds a user until the commit; undefined when there is none. What they made, by their own counters, and their confirmed
 * address.
 */
export const lockUserToDelete = async (db: Db, userId: number) => {
  const { uploads, votesCast: votes, viewsMade: views, createdAt, deletedAt } = users
  const [row] = await db.orm
    .select({ uploads, votes, views, createdAt, deletedAt, address: CONFIRMED_ADDRESS })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  return row
}

/** All uploads of a user but what they had deleted themselves. `sha256` in hex. */
export const uploadsToBar = (db: Db, userId: number) =>
  db.orm
    .select({ id: media.id, sha256: sql<string>`encode(${media.sha256}, 'hex')`, keys: FILE_KEYS })
    .from(media)
    .where(and(eq(media.ownerId, userId), or(IS_STORED, eq(media.trashedBy, 'operator'))))

/** Longer than any name that a visitor may choose, so that nobody has it. */
const NO_NAME = sql`'Deleted-account-' || lpad(${users.id}::text, 16, '0')`

/** Takes name, address and place off a locked user, who is nobody from now on. */
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

/** Browsers that were told of an account are told of none any more. */
export const forgetSavedAs = async (db: Db, userId: number) => {
  await db.orm.update(endedSessions).set({ userId: null }).where(eq(endedSessions.userId, userId))
}

/** A link that is being opened waits for the user, finds that they are gone, and is left to the end of the erasure. */
export const deleteLinks = async (db: Db, userId: number) => {
  const free = db.orm
    .select({ hash: loginTokens.tokenHash })
    .from(loginTokens)
    .where(eq(loginTokens.userId, userId))
    .for('update', { skipLocked: true })
  await db.orm.delete(loginTokens).where(sql`${loginTokens.tokenHash} = ANY (ARRAY${free})`)
}

/** What a user left on the rate screen, and their own address, whoever left it there. `address`: the confirmed one. */
export const deleteCaptured = async (db: Db, userId: number, address: string | null) => {
  const isTheirs = address === null ? undefined : sql`lower(${capturedEmails.email}) = lower(${address})`
  await db.orm.delete(capturedEmails).where(or(eq(capturedEmails.userId, userId), isTheirs))
}
