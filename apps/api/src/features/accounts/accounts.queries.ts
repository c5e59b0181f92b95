import type { Db } from '../../db/client.ts'

/** Holds an account until the commit. */
export const lockAccount = async (db: Db, userId: number): Promise<{ email: string | null } | null> => {
  const text =
    'SELECT lower(email) AS email FROM users WHERE id = $1 AND email_verified_at IS NOT NULL FOR NO KEY UPDATE'
  const [row] = await db.query<{ email: string | null }>({ text }, [userId])
  return row ?? null
}

/** False when there is no such user. */
export const setEmail = async (db: Db, userId: number, email: string) => {
  const text = `
UPDATE users SET email = $2, email_verified_at = now(), updated_at = now() WHERE id = $1 RETURNING id`
  const rows = await db.query({ text }, [userId, email])
  return rows.length > 0
}

export const countLogin = async (db: Db, userId: number) => {
  await db.query({ text: 'UPDATE users SET login_count = login_count + 1, last_login_at = now() WHERE id = $1' }, [
    userId,
  ])
}
