import type { PageQuery } from '@hotvote/shared/page'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { newestFirst } from '../../platform/db/keyset.ts'
import { capturedEmails, users } from '../../platform/db/schema/index.ts'
import { isPresentUser } from '../../platform/db/user-exists.ts'

/** The lock serializes concurrent requests of the same user. */
export const lockPresentUser = async (db: Db, userId: number) => {
  const isThere = isPresentUser(userId)
  const [user] = await db.orm.select({ id: users.id }).from(users).where(isThere).for('no key update')
  return user !== undefined
}

export const insertEmail = async (db: Db, userId: number, email: string) => {
  const isThis = and(eq(capturedEmails.userId, userId), eq(capturedEmails.email, email))
  if ((await db.orm.$count(capturedEmails, isThis)) === 0) await db.orm.insert(capturedEmails).values({ userId, email })
}

const { id, email, userId, createdAt } = capturedEmails

export const capturedPage = async (db: Db, query: PageQuery) => {
  const listed = db.orm
    .select({ id, email, userId, username: users.username, createdAt })
    .from(capturedEmails)
    .leftJoin(users, eq(users.id, userId))
  return newestFirst(id, query).pageOf(listed)
}

export const countCapturedEmails = (db: Db) => db.orm.$count(capturedEmails)
