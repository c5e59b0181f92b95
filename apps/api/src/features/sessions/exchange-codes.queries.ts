import type { Db } from '../../db/client.ts'
import { deleteExpired } from '../../db/expired.ts'

export const deleteSession = async (db: Db, tokenHash: Buffer) => {
  await db.query({ text: 'DELETE FROM sessions WHERE token_hash = $1' }, [tokenHash])
}

/** Ends a user's sessions, and keeps which they were beside the account that has everything now. */
export const endSessions = async (db: Db, userId: number, savedAs: number) => {
  const text = `
WITH gone AS (DELETE FROM sessions WHERE user_id = $1 RETURNING token_hash)
INSERT INTO ended_sessions (token_hash, user_id) SELECT token_hash, $2::bigint FROM gone ON CONFLICT DO NOTHING`
  await db.query({ text }, [userId, savedAs])
}

export const insertCode = async (db: Db, codeHash: Buffer, session: { userId: number; sessionHash: Buffer }) => {
  const text = 'INSERT INTO exchange_codes (code_hash, user_id, session_hash) VALUES ($1, $2, $3)'
  await db.query({ text }, [codeHash, session.userId, session.sessionHash])
}

/** Uses a code up. False when it is unknown, used or expired, or belongs to another session: then nothing changes. */
export const takeCode = async (db: Db, codeHash: Buffer, sessionHash: Buffer) => {
  const text = `
DELETE FROM exchange_codes WHERE code_hash = $1 AND session_hash = $2 AND expires_at > now() RETURNING user_id`
  const rows = await db.query({ text }, [codeHash, sessionHash])
  return rows.length > 0
}

/** Gives a living session another id. False when it lives no more. */
export const renameSession = async (db: Db, from: Buffer, to: Buffer) => {
  const text = 'UPDATE sessions SET token_hash = $2 WHERE token_hash = $1 AND expires_at > now() RETURNING user_id'
  const rows = await db.query({ text }, [from, to])
  return rows.length > 0
}

export const deleteExpiredCodes = (db: Db) => deleteExpired(db, 'exchange_codes', 'expires_at <= now()')
