import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { sessions, users } from '../../db/schema/index.ts'

export type User = typeof users.$inferSelect

/** The user of a living session. */
export const userOfSession = async (db: Db, tokenHash: Buffer): Promise<User | undefined> => {
  const rows = await db.orm
    .select({ user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(sql`${sessions.tokenHash} = ${tokenHash} and ${sessions.expiresAt} > now()`)
  return rows[0]?.user
}

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

export const setLocation = async (db: Db, userId: number, at: { latitude: number; longitude: number }) => {
  const rows = await db.orm
    .update(users)
    .set({ ...at, updatedAt: sql`now()` })
    .where(eq(users.id, userId))
    .returning()
  return rows[0]
}
