import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { capturedEmails, users } from '../../db/schema/index.ts'

/** Locks a visitor until the commit, so that what they send at once is stored one after the other. False when there is none, or not for long. */
export const lockUser = async (db: Db, userId: number) => {
  const isThere = and(eq(users.id, userId), isNull(users.deletedAt))
  const [user] = await db.orm.select({ id: users.id }).from(users).where(isThere).for('no key update')
  return user !== undefined
}

/** Stores an address, unless this visitor, who is locked, left it before. */
export const insertEmail = async (db: Db, userId: number, email: string) => {
  const isThis = and(eq(capturedEmails.userId, userId), eq(capturedEmails.email, email))
  if ((await db.orm.$count(capturedEmails, isThis)) === 0) await db.orm.insert(capturedEmails).values({ userId, email })
}
