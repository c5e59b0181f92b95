import { createHmac, randomBytes } from 'node:crypto'
import { and, eq, gt, ne, or, sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { type Db, unlessReadOnly, withTx } from '../../platform/db/client.ts'
import { operatorLogins } from '../../platform/db/schema/index.ts'
import { hashText, type Operator } from '../../platform/http/guards.ts'

const IDLE_HOURS = 12
const IDLE = `interval '${IDLE_HOURS} hours'`

type LoginKey = { tokenHash: Buffer; credentialHash: Buffer }

const insertLogin = (db: Db, login: LoginKey) => db.orm.insert(operatorLogins).values(login)

const renewLogin = async (db: Db, { tokenHash: hash, credentialHash: credential }: LoginKey) => {
  const { tokenHash, credentialHash, usedAt } = operatorLogins
  const isIt = eq(tokenHash, hash)
  const isOpen = and(isIt, eq(credentialHash, credential), gt(usedAt, sql`now() - ${sql.raw(IDLE)}`))
  const isDue = sql<boolean>`${usedAt} < now() - interval '1 minute'`
  const [login] = await db.orm.select({ isDue }).from(operatorLogins).where(isOpen)
  if (login?.isDue) await unlessReadOnly(db.orm.update(operatorLogins).set({ usedAt: sql`now()` }).where(isIt))
  return login !== undefined
}

const deleteLogin = async ({ orm }: Db, tokenHash: Buffer): Promise<boolean> => {
  const { rowCount } = await orm.delete(operatorLogins).where(eq(operatorLogins.tokenHash, tokenHash))
  return rowCount === 1
}

const deleteEndedLogins = (db: Db, credentialHash: Buffer) => {
  const isIdle = sql`${operatorLogins.usedAt} <= now() - ${sql.raw(IDLE)}`
  return db.orm.delete(operatorLogins).where(or(isIdle, ne(operatorLogins.credentialHash, credentialHash)))
}

type LoginDeps = Pick<Deps, 'db' | 'config'>

/** A login's token in place of the password, recognizable by its prefix. */
const SECRET = /^[^:]*:(hv-login-[\w-]{43})$/

/** Keyed hash of name and password, which does not reveal them to readers of the database. */
const hashCredentials = ({ secret, adminUsername, adminPassword }: Deps['config']) =>
  createHmac('sha256', secret).update(`operator:${adminUsername}:${adminPassword}`).digest()

/** Hash of the token, or undefined if the credentials contain a password. */
const hashToken = (credentials: string) => {
  const [, secret] = SECRET.exec(credentials) ?? []
  return secret === undefined ? undefined : hashText(secret)
}

export const openLogin = async (deps: LoginDeps & Pick<Deps, 'log'>, operator: Operator) => {
  const { config } = deps
  const secret = `hv-login-${randomBytes(32).toString('base64url')}`
  const credentialHash = hashCredentials(config)
  await withTx(deps, async (tx) => {
    await deleteEndedLogins(tx, credentialHash)
    await insertLogin(tx, { tokenHash: hashText(secret), credentialHash })
    await recordOperator(tx, operator, { event: 'OPERATOR_LOGGED_IN', context: {} })
  })
  return { token: Buffer.from(`${config.adminUsername}:${secret}`).toString('base64') }
}

export const isOpenLogin = async ({ db, config }: LoginDeps, credentials: string) => {
  const tokenHash = hashToken(credentials)
  return tokenHash && renewLogin(db, { tokenHash, credentialHash: hashCredentials(config) })
}

export const endLogin = async (deps: Pick<Deps, 'db' | 'log'>, credentials: string, operator: Operator) => {
  const tokenHash = hashToken(credentials)
  if (!tokenHash) return
  await withTx(deps, async (tx) => {
    if (await deleteLogin(tx, tokenHash))
      await recordOperator(tx, operator, { event: 'OPERATOR_LOGGED_OUT', context: {} })
  })
}
