import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { sessions, users } from '../../platform/db/schema/index.ts'
import { isPresentUser } from '../../platform/db/user-there.ts'

/** True when no user except the session's own has the name. `sessionHash` may be null. */
export const isNameFree = async (db: Db, name: string, sessionHash: Buffer | null) => {
  const isCallers = and(sql`${sessions.tokenHash} = ${sessionHash}`, gt(sessions.expiresAt, sql`now()`))
  const caller = db.orm.select({ id: sessions.userId }).from(sessions).where(isCallers)
  const others = await db.orm
    .select({ id: users.id })
    .from(users)
    .where(and(sql`lower(${users.username}) = lower(${name})`, sql`${users.id} IS DISTINCT FROM ${caller}`))
    .prepare('name_free')
    .execute()
  return others.length === 0
}

export const userById = async (db: Db, userId: number) => {
  const rows = await db.orm.select().from(users).where(eq(users.id, userId))
  return rows[0]
}

export const renameUser = async (db: Db, userId: number, username: string) => {
  const rows = await db.orm
    .update(users)
    .set({ username, updatedAt: sql`now()` })
    .where(isPresentUser(userId))
    .returning()
  return rows[0]
}

export const clearLocation = async (db: Db, userId: number) => {
  const rows = await db.orm
    .update(users)
    .set({ latitude: null, longitude: null, updatedAt: sql`now()` })
    .where(isPresentUser(userId))
    .returning()
  return rows[0]
}
