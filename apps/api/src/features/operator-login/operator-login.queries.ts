import { and, eq, gt, inArray, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { operatorLogins } from '../../db/schema/index.ts'
import { statement } from '../../db/statement.ts'

/** Hours without a call after which a login is over. */
const IDLE_HOURS = 12
const IDLE = `interval '${IDLE_HOURS} hours'`

/** What a login is known by: the hash of its token, and what it was given for. */
export type LoginKey = { tokenHash: Buffer; credentialHash: Buffer }

export const insertLogin = (db: Db, login: LoginKey) => db.orm.insert(operatorLogins).values(login)

/** The time of its last use is written once a minute, not with each call. */
const USE_LOGIN = statement({
  name: 'use_operator_login',
  text: `
WITH login AS (
  SELECT used_at FROM operator_logins WHERE token_hash = $1 AND credential_hash = $2 AND used_at > now() - ${IDLE}
), used AS (
  UPDATE operator_logins SET used_at = now()
  WHERE token_hash = $1 AND (SELECT used_at FROM login) < now() - interval '1 minute'
)
SELECT FROM login`,
})

/** Whether a login is open; its idle time starts anew. */
export const renewLogin = async (db: Db, { tokenHash, credentialHash }: LoginKey) =>
  (await db.query(USE_LOGIN, [tokenHash, credentialHash])).length > 0

/** @returns whether there was one */
export const deleteLogin = async ({ orm }: Db, tokenHash: Buffer): Promise<boolean> => {
  const { rowCount } = await orm.delete(operatorLogins).where(eq(operatorLogins.tokenHash, tokenHash))
  return rowCount === 1
}

/** Logins that are over: unused for too long, or of another password. */
export const deleteEndedLogins = (db: Db, credentialHash: Buffer) => {
  const isIdle = sql`${operatorLogins.usedAt} <= now() - ${sql.raw(IDLE)}`
  return db.orm.delete(operatorLogins).where(or(isIdle, ne(operatorLogins.credentialHash, credentialHash)))
}

/** Those of the tokens whose login is open, without a use of it. */
export const openAmong = async ({ orm }: Db, tokenHashes: Buffer[], credentialHash: Buffer) => {
  const { tokenHash, usedAt } = operatorLogins
  const isOpen = and(
    inArray(tokenHash, tokenHashes),
    eq(operatorLogins.credentialHash, credentialHash),
    gt(usedAt, sql`now() - ${sql.raw(IDLE)}`),
  )
  return (await orm.select({ tokenHash }).from(operatorLogins).where(isOpen)).map((row) => row.tokenHash)
}
