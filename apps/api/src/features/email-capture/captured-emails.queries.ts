import type { PageQuery } from '@hotvote/shared/page'
import { eq } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { newestFirst } from '../../db/keyset.ts'
import { capturedEmails, users } from '../../db/schema/index.ts'

const { id, email, userId, createdAt } = capturedEmails

/** What visitors left, the newest first. */
export const capturedPage = async (db: Db, query: PageQuery) => {
  const listed = db.orm
    .select({ id, email, userId, username: users.username, createdAt })
    .from(capturedEmails)
    .leftJoin(users, eq(users.id, userId))
  return newestFirst(id, query).pageOf(listed)
}

export const countOfCaptured = (db: Db) => db.orm.$count(capturedEmails)
