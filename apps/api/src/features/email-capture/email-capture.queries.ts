import { eq } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/index.ts'

/** Locks a visitor until the commit, so that what they send at once is stored one after the other. */
export const lockUser = async (db: Db, userId: number) => {
  const [user] = await db.orm.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  return user !== undefined
}

/** Stores an address, unless this visitor left it before. */
export const insertEmail = async (db: Db, userId: number, email: string) => {
  const text = `
INSERT INTO captured_emails (user_id, email) SELECT $1, $2::text
WHERE NOT EXISTS (SELECT FROM captured_emails WHERE user_id = $1 AND email = $2)`
  await db.query({ text }, [userId, email])
}
