import { eq, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { deleteExpired } from '../../db/expired.ts'
import { endedSessions, sessions, users } from '../../db/schema/index.ts'

export type User = typeof users.$inferSelect

/** The user of a living session; `isDue` when `noteSeen` would change it: seen ten minutes ago, or ending within eleven months. */
export const userOfSession = async (db: Db, tokenHash: Buffer): Promise<{ user: User; isDue: boolean } | undefined> => {
  const rows = await db.orm
    .select({
      user: users,
      isDue: sql<boolean>`${sessions.seenAt} < now() - interval '10 minutes' or ${sessions.expiresAt} < now() + interval '11 months'`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(sql`${sessions.tokenHash} = ${tokenHash} and ${sessions.expiresAt} > now()`)
  return rows[0]
}

/** Writes down that the visitor was seen, and extends a session that ends within eleven months to a year from now. */
export const noteSeen = async (db: Db, tokenHash: Buffer) => {
  await db.orm
    .update(sessions)
    .set({
      seenAt: sql`now()`,
      expiresAt: sql`CASE WHEN ${sessions.expiresAt} < now() + interval '11 months' THEN now() + interval '1 year' ELSE ${sessions.expiresAt} END`,
    })
    .where(eq(sessions.tokenHash, tokenHash))
}

/** Sessions that nobody can use any more. */
export const deleteExpiredSessions = (db: Db) => deleteExpired(db, sessions, lte(sessions.expiresAt, sql`now()`))

/** Whether a session ended because its account was saved in another browser. */
export const wasSavedElsewhere = async (db: Db, tokenHash: Buffer): Promise<boolean> => {
  const isIt = sql`${endedSessions.tokenHash} = ${tokenHash} and ${endedSessions.expiresAt} > now()`
  const rows = await db.orm.select({ userId: endedSessions.userId }).from(endedSessions).where(isIt)
  return rows.length > 0
}

/** Ended sessions that nobody has come back with for a year. */
export const deleteOldEndedSessions = (db: Db) =>
  deleteExpired(db, endedSessions, lte(endedSessions.expiresAt, sql`now()`))

/** A new user, or nothing when the name is taken. */
export const insertUser = async (db: Db, username: string): Promise<User | undefined> => {
  const rows = await db.orm.insert(users).values({ username }).onConflictDoNothing().returning()
  return rows[0]
}

/** Whether the session is now this user's: false when another request made it first. */
export const insertSession = async (db: Db, tokenHash: Buffer, userId: number) => {
  const expired = sql`${sessions.tokenHash} = ${tokenHash} and ${sessions.expiresAt} <= now()`
  await db.orm.delete(sessions).where(expired)
  const rows = await db.orm.insert(sessions).values({ tokenHash, userId }).onConflictDoNothing().returning()
  return rows.length > 0
}

export const setLocation = async (db: Db, userId: number, location: { latitude: number; longitude: number }) => {
  const rows = await db.orm
    .update(users)
    .set({ ...location, updatedAt: sql`now()` })
    .where(eq(users.id, userId))
    .returning()
  return rows[0]
}
