import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/index.ts'
import { isPresentUser } from '../../db/user-there.ts'

/** Holds an account until the commit. */
export const lockAccount = async (db: Db, userId: number): Promise<{ email: string | null } | null> => {
  const [row] = await db.orm
    .select({ email: sql<string | null>`lower(${users.email})` })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.emailVerifiedAt)))
    .for('no key update')
  return row ?? null
}

/** False when there is no such user, or they are being deleted. */
export const setEmail = async (db: Db, userId: number, email: string) => {
  const rows = await db.orm
    .update(users)
    .set({ email, emailVerifiedAt: sql`now()`, updatedAt: sql`now()` })
    .where(isPresentUser(userId))
    .returning({ id: users.id })
  return rows.length > 0
}

export const countLogin = async (db: Db, userId: number) => {
  const login = { loginCount: sql`${users.loginCount} + 1`, lastLoginAt: sql`now()` }
  await db.orm.update(users).set(login).where(eq(users.id, userId))
}
