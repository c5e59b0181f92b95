import { and, eq } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { capturedEmails, users } from '../../db/schema/index.ts'
import { isPresentUser } from '../../db/user-there.ts'

/**
 * Locks a visitor until the commit, so that two addresses that they send at once are stored one after the other. False when there is
 * no such visitor, or their account was deleted.
 */
export const lockPresentUser = async (db: Db, userId: number) => {
  const isThere = isPresentUser(userId)
  const [user] = await db.orm.select({ id: users.id }).from(users).where(isThere).for('no key update')
  return user !== undefined
}

/** Stores an address, unless this visitor, who is locked, left it before. */
export const insertEmail = async (db: Db, userId: number, email: string) => {
  const isThis = and(eq(capturedEmails.userId, userId), eq(capturedEmails.email, email))
  if ((await db.orm.$count(capturedEmails, isThis)) === 0) await db.orm.insert(capturedEmails).values({ userId, email })
}
