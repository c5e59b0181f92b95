import { eq } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/index.ts'

/** Holds a visitor until the commit, so that what they send at once is kept one after the other. */
export const holdUser = async (db: Db, userId: number) => {
  const [user] = await db.orm.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  return user !== undefined
}

/** Keeps an address, unless it is kept of this visitor already. */
export const keepEmail = async (db: Db, userId: number, email: string) => {
  const text = `
INSERT INTO captured_emails (user_id, email) SELECT $1, $2::text
WHERE NOT EXISTS (SELECT FROM captured_emails WHERE user_id = $1 AND email = $2)`
  await db.query({ text }, [userId, email])
}
