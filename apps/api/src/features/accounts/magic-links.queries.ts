import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../platform/db/client.ts'
import { deleteExpired } from '../../platform/db/expired.ts'
import { lockUntilCommit } from '../../platform/db/locks.ts'
import { loginTokens, users } from '../../platform/db/schema/index.ts'
import { statement } from '../../platform/db/statement.ts'

export type Purpose = 'save' | 'login'
type NewToken = { tokenHash: Buffer; nonceHash: Buffer; userId: number; purpose: Purpose; email: string }
export type Token = { userId: number; purpose: Purpose; email: string }
type Link = Token & { nonceHash: Buffer; state: 'good' | 'used' | 'expired' }

export const findAccountByEmail = async (db: Db, email: string): Promise<{ id: number } | null> => {
  const [row] = await db.orm
    .select({ id: users.id })
    .from(users)
    .where(and(sql`lower(${users.email}) = lower(${email})`, isNotNull(users.emailVerifiedAt)))
  return row ?? null
}

export const findUsername = async (db: Db, userId: number): Promise<string> => {
  const [row] = await db.orm.select({ username: users.username }).from(users).where(eq(users.id, userId))
  return row?.username ?? ''
}

/** Also locks the user's links until the commit. A null `userId` takes just as long, so timing reveals nothing. */
export const endLinks = async (db: Db, userId: number | null) => {
  await lockUntilCommit(db, 'login_tokens', userId)
  const isOpen = and(isNull(loginTokens.usedAt), gt(loginTokens.expiresAt, sql`now()`))
  await db.orm.delete(loginTokens).where(and(sql`${loginTokens.userId} = ${userId}`, isOpen))
}

const INSERT_TOKEN = statement({
  name: 'insert_token',
  text: `
INSERT INTO login_tokens (token_hash, nonce_hash, user_id, purpose, email)
SELECT $1, $2, id, $4, $5 FROM users WHERE id = $3 AND deleted_at IS NULL FOR SHARE
RETURNING user_id`,
  row: { userId: z.number() },
})

export const insertToken = async (
  db: Db,
  token: Omit<NewToken, 'userId'> & { userId: number | null },
): Promise<boolean> =>
  (await db.query(INSERT_TOKEN, [token.tokenHash, token.nonceHash, token.userId, token.purpose, token.email])).length >
  0

export const findLink = async (db: Db, tokenHash: Buffer): Promise<Link | null> => {
  const { usedAt, expiresAt, nonceHash, userId, purpose, email } = loginTokens
  const state = sql<Link['state']>`
CASE WHEN ${usedAt} IS NOT NULL THEN 'used' WHEN ${expiresAt} <= now() THEN 'expired' ELSE 'good' END`
  const asked = { nonceHash, userId, purpose, email, state }
  const [row] = await db.orm.select(asked).from(loginTokens).where(eq(loginTokens.tokenHash, tokenHash))
  return row ?? null
}

export type LinkSummary = {
  purpose: Purpose
  username: string
  uploads: number
  votes: number
  mergesInto: string | null
}

const SUMMARIZE_LINK = statement({
  name: 'summarize_link',
  text: `
SELECT token.purpose, visitor.username, visitor.uploads, visitor.votes_cast AS votes, account.username AS merges_into
FROM login_tokens token JOIN users visitor ON visitor.id = token.user_id
LEFT JOIN users account
  ON lower(account.email) = lower(token.email) AND account.email_verified_at IS NOT NULL AND account.id <> visitor.id
WHERE token.token_hash = $1`,
  row: {
    purpose: z.enum(['save', 'login']),
    username: z.string(),
    uploads: z.number(),
    votes: z.number(),
    mergesInto: z.string().nullable(),
  },
})

export const summarizeLink = async (db: Db, tokenHash: Buffer): Promise<LinkSummary | undefined> =>
  (await db.query(SUMMARIZE_LINK, [tokenHash]))[0]

/** Marks a link as used. Returns null for all but the first concurrent caller. */
export const redeemToken = async (db: Db, tokenHash: Buffer): Promise<Token | null> => {
  const { usedAt, expiresAt, userId, purpose, email } = loginTokens
  const [row] = await db.orm
    .update(loginTokens)
    .set({ usedAt: sql`now()` })
    .where(and(eq(loginTokens.tokenHash, tokenHash), isNull(usedAt), gt(expiresAt, sql`now()`)))
    .returning({ userId, purpose, email })
  return row ?? null
}

export const deleteOldTokens = (db: Db) =>
  deleteExpired(db, loginTokens, lt(loginTokens.expiresAt, sql`now() - interval '1 day'`))
