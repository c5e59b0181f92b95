import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { deleteExpired } from '../../db/expired.ts'
import { endedSessions, exchangeCodes, sessions } from '../../db/schema/index.ts'

export const deleteSession = async (db: Db, tokenHash: Buffer) => {
  await db.orm.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
}

/** Ends a user's sessions and stores their hashes with `savedAs`, the account that has everything now. */
export const endSessions = async (db: Db, userId: number, savedAs: number) => {
  const { tokenHash } = sessions
  const ended = await db.orm.delete(sessions).where(eq(sessions.userId, userId)).returning({ tokenHash })
  if (ended.length === 0) return
  const known = ended.map((session) => ({ ...session, userId: savedAs }))
  await db.orm.insert(endedSessions).values(known).onConflictDoNothing()
}

export const insertCode = async (db: Db, codeHash: Buffer, session: { userId: number; sessionHash: Buffer }) => {
  await db.orm.insert(exchangeCodes).values({ codeHash, ...session })
}

/** Uses a code up. False when it is unknown, used or expired, or belongs to another session: then nothing changes. */
export const consumeCode = async (db: Db, codeHash: Buffer, sessionHash: Buffer) => {
  const { codeHash: hash, sessionHash: session, expiresAt, userId } = exchangeCodes
  const rows = await db.orm
    .delete(exchangeCodes)
    .where(and(eq(hash, codeHash), eq(session, sessionHash), gt(expiresAt, sql`now()`)))
    .returning({ userId })
  return rows.length > 0
}

/** Gives a living session another id. False when it lives no more. */
export const renameSession = async (db: Db, from: Buffer, to: Buffer) => {
  const rows = await db.orm
    .update(sessions)
    .set({ tokenHash: to })
    .where(and(eq(sessions.tokenHash, from), gt(sessions.expiresAt, sql`now()`)))
    .returning({ userId: sessions.userId })
  return rows.length > 0
}

export const deleteExpiredCodes = (db: Db) => deleteExpired(db, exchangeCodes, lte(exchangeCodes.expiresAt, sql`now()`))
