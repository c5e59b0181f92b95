import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/index.ts'

/** Whether nobody but the caller has this name. A `sessionHash` of null or of no living session is nobody's. */
export const isNameFree = async (db: Db, name: string, sessionHash: Buffer | null) => {
  const [answer] = await db.query<{ available: boolean }>(
    {
      name: 'name_free',
      text: `
SELECT NOT EXISTS (
  SELECT FROM users
  WHERE lower(username) = lower($1)
    AND id IS DISTINCT FROM (SELECT user_id FROM sessions WHERE token_hash = $2 AND expires_at > now())
) AS available`,
    },
    [name, sessionHash],
  )
  return answer?.available ?? false
}

export const userById = async (db: Db, userId: number) => {
  const rows = await db.orm.select().from(users).where(eq(users.id, userId))
  return rows[0]
}

/** Violates `users_username_key` when the name is somebody else's. */
export const renameUser = async (db: Db, userId: number, username: string) => {
  const rows = await db.orm
    .update(users)
    .set({ username, updatedAt: sql`now()` })
    .where(eq(users.id, userId))
    .returning()
  return rows[0]
}
