import { createHmac, randomBytes } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { withTx } from '../../platform/db/client.ts'
import { hashText, type Operator } from '../../platform/http/guards.ts'
import { deleteEndedLogins, deleteLogin, insertLogin, renewLogin } from './operator-login.queries.ts'

type LoginDeps = Pick<Deps, 'db' | 'config'>

/** 32 random bytes in base64url, recognized by their prefix. */
const SECRET = /^[^:]*:(hv-login-[\w-]{43})$/

/** Binds a login to the current name and password, without revealing them to database readers. */
const hashCredentials = ({ secret, adminUsername, adminPassword }: Deps['config']) =>
  createHmac('sha256', secret).update(`operator:${adminUsername}:${adminPassword}`).digest()

/** Undefined when the `name:secret` of the Basic header contains a password. */
const hashToken = (credentials: string) => {
  const [, secret] = SECRET.exec(credentials) ?? []
  return secret === undefined ? undefined : hashText(secret)
}

/** Stores only the token's hash. */
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
