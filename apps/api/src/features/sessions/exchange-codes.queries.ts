import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { deleteExpired } from '../../db/expired.ts'
import { exchangeCodes, sessions } from '../../db/schema/index.ts'
import { statement } from '../../db/statement.ts'

export const deleteSession = async (db: Db, tokenHash: Buffer) => {
  await db.orm.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
}

const END_SESSIONS = statement({
  name: 'end_sessions',
  text: `
WITH gone AS (DELETE FROM sessions WHERE user_id = $1 RETURNING token_hash)
INSERT INTO ended_sessions (token_hash, user_id) SELECT token_hash, $2::bigint FROM gone ON CONFLICT DO NOTHING`,
})

/** Ends a user's sessions, however many, and stores their hashes with `savedAs`, the account that has everything now, if any. */
export const endSessions = async (db: Db, userId: number, savedAs: number | null) => {
  await db.query(END_SESSIONS, [userId, savedAs])
}

export const insertCode = async (db: Db, codeHash: Buffer, session: { userId: number; sessionHash: Buffer }) => {
  await db.orm.insert(exchangeCodes).values({ codeHash, ...session })
}

/** What a code is good for, locked until the commit; undefined when it is unknown or expired. */
export const lockCode = async (
  db: Db,
  codeHash: Buffer,
): Promise<{ userId: number; sessionHash: Buffer } | undefined> => {
  const { codeHash: hash, sessionHash, expiresAt, userId } = exchangeCodes
  const isIt = and(eq(hash, codeHash), gt(expiresAt, sql`now()`))
  const [code] = await db.orm.select({ userId, sessionHash }).from(exchangeCodes).where(isIt).for('update')
  return code
}

/** Gives a session another id, if it lives. */
export const renameSession = async (db: Db, from: Buffer, to: Buffer) => {
  const isLiving = and(eq(sessions.tokenHash, from), gt(sessions.expiresAt, sql`now()`))
  await db.orm.update(sessions).set({ tokenHash: to }).where(isLiving)
}

/** Codes that nobody can use any more. */
export const deleteExpiredCodes = (db: Db) => deleteExpired(db, exchangeCodes, lte(exchangeCodes.expiresAt, sql`now()`))
