import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { deleteExpired } from '../../db/expired.ts'
import { exchangeCodes, sessions } from '../../db/schema/index.ts'

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
