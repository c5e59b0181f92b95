import { createHmac, randomBytes } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { withTx } from '../../platform/db/client.ts'
import { hashText, type Operator } from '../../platform/http/guards.ts'
import { deleteEndedLogins, deleteLogin, insertLogin, renewLogin } from './operator-login.queries.ts'

type LoginDeps = Pick<Deps, 'db' | 'config'>

/** A token in place of the password, known by its prefix: 32 random bytes in base64url. */
const SECRET = /^[^:]*:(hv-login-[\w-]{43})$/

/** Says which name and password a login was given for, and is of no use to whoever reads the database. */
const hashCredentials = ({ secret, adminUsername, adminPassword }: Deps['config']) =>
  createHmac('sha256', secret).update(`operator:${adminUsername}:${adminPassword}`).digest()

/** The hash of the token in what a Basic header carries (`name:secret`); undefined where that is a password. */
const hashToken = (credentials: string) => {
  const [, secret] = SECRET.exec(credentials) ?? []
  return secret === undefined ? undefined : hashText(secret)
}

/** Opens a login. Only the hash of its token is stored. */
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

/** Whether a login is open; undefined where the credentials are no login's but a name and a password. */
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
