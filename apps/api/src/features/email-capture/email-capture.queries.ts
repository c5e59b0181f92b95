import type { Db } from '../../db/client.ts'

const CURRENT_CAPTURE = {
  name: 'current_email_capture',
  text: 'SELECT is_enabled AS "isEnabled", vote_threshold AS "voteThreshold" FROM email_capture',
}

/** Undefined until the operator has set it. */
export const currentCapture = async (db: Db) => {
  const [row] = await db.query<{ isEnabled: boolean; voteThreshold: number }>(CURRENT_CAPTURE)
  return row
}

type Setting = { isEnabled: boolean; voteThreshold: number }

/** With its date; undefined until the operator has set it. */
export const savedCapture = async (db: Db) => {
  const text =
    'SELECT is_enabled AS "isEnabled", vote_threshold AS "voteThreshold", updated_at AS "updatedAt" FROM email_capture'
  const [row] = await db.query<Setting & { updatedAt: Date }>({ text })
  return row
}

export const writeCapture = async (db: Db, { isEnabled, voteThreshold }: Setting) => {
  const text = `
INSERT INTO email_capture (is_enabled, vote_threshold) VALUES ($1, $2)
ON CONFLICT (id) DO UPDATE
SET is_enabled = excluded.is_enabled, vote_threshold = excluded.vote_threshold, updated_at = now()
RETURNING is_enabled AS "isEnabled", vote_threshold AS "voteThreshold", updated_at AS "updatedAt"`
  const [row] = await db.query<Setting & { updatedAt: Date }>({ text }, [isEnabled, voteThreshold])
  return row
}

/** Holds a visitor until the commit, so that what they send at once is kept one after the other. */
export const holdUser = async (db: Db, userId: number) => {
  const [user] = await db.query({ text: 'SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE' }, [userId])
  return user !== undefined
}

/** Keeps an address, unless it is kept of this visitor already. */
export const keepEmail = async (db: Db, userId: number, email: string) => {
  const text = `
INSERT INTO captured_emails (user_id, email) SELECT $1, $2::text
WHERE NOT EXISTS (SELECT FROM captured_emails WHERE user_id = $1 AND email = $2)`
  await db.query({ text }, [userId, email])
}
