import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, ne, or, sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { type Db, unlessReadOnly, withTx } from '../../platform/db/client.ts'
import { operatorLogins, operators } from '../../platform/db/schema/index.ts'
import { hashText, type Operator, type OperatorIdentity } from '../../platform/http/guards.ts'
import { readSecondFactorRules } from '../settings/settings.service.ts'
import type { Attempts } from './login-attempts.ts'
import { type Account, findAccount, isActive, isFromEnvironment, lockAccount } from './operators.queries.ts'
import { matchesHash } from './passwords.ts'
import { actWithCode, wrongCode } from './second-factor.service.ts'

const IDLE_HOURS = 12
const IDLE = `interval '${IDLE_HOURS} hours'`

type LoginDeps = Pick<Deps, 'db' | 'config'>

/** Credentials with a login token instead of the password. The prefix identifies a token. */
const SECRET = /^[^:]*:(hv-login-[\w-]{43})$/

/** Keyed hash of the name and password, so that the database doesn't reveal them. */
export const hashCredentials = (config: Deps['config'], { name, passwordHash }: Account) => {
  const password = isFromEnvironment(config, name) ? config.adminPassword : passwordHash
  return createHmac('sha256', config.secret).update(`operator:${name}:${password}`).digest()
}

/** Returns the hash of the token, or undefined if the credentials contain a password. */
export const hashToken = (credentials: string) => {
  const [, secret] = SECRET.exec(credentials) ?? []
  return secret === undefined ? undefined : hashText(secret)
}

/** The role is `self` until the operator sets up a required second factor. */
const toIdentity = (
  config: Deps['config'],
  { name, account, rules }: { name: string; account: Account | undefined; rules: { isRequired: boolean } },
): OperatorIdentity => {
  const hasSecondFactor = typeof account?.sealedSecret === 'string'
  const role = isFromEnvironment(config, name) ? 'admin' : (account?.role ?? 'moderator')
  return {
    name: account?.name ?? name,
    role: rules.isRequired && !hasSecondFactor ? 'self' : role,
    hasSecondFactor,
    passwordHash: account?.passwordHash ?? null,
  }
}

export const notOperator = () => new AppError('not_operator', 'Invalid credentials')
export const codeRequired = () => new AppError('code_required', 'Enter the code from your authenticator app.')

/** Checks `name:password`. */
export const openPasswordCheck = ({ db, config }: LoginDeps) => {
  const expected = hashText(`${config.adminUsername}:${config.adminPassword}`)

  const isRight = async (account: Account | undefined, name: string, password: string) => {
    if (isFromEnvironment(config, name)) {
      const isEqual = timingSafeEqual(hashText(`${name}:${password}`), expected)
      return isEqual || (await matchesHash(password, null))
    }
    return matchesHash(password, account && isActive(config, account) ? account.passwordHash : null)
  }

  return async (credentials: string): Promise<OperatorIdentity | undefined> => {
    const [name = ''] = credentials.split(':', 1)
    const [account, rules] = await Promise.all([findAccount(db, name), readSecondFactorRules(db)])
    if (!(await isRight(account, name, credentials.slice(name.length + 1)))) return undefined
    return toIdentity(config, { name, account, rules })
  }
}

/** @returns undefined if the credentials are a name and password, null if the login has ended */
export const findLogin = async ({ db, config }: LoginDeps, credentials: string) => {
  const hash = hashToken(credentials)
  if (!hash) return undefined
  const { tokenHash, credentialHash, usedAt, operatorId } = operatorLogins
  const isIt = eq(tokenHash, hash)
  const isDue = sql<boolean>`${usedAt} < now() - interval '1 minute'`
  const [[login], rules] = await Promise.all([
    db.orm
      .select({ credentialHash, isDue, account: operators })
      .from(operatorLogins)
      .innerJoin(operators, eq(operators.id, operatorId))
      .where(and(isIt, gt(usedAt, sql`now() - ${sql.raw(IDLE)}`))),
    readSecondFactorRules(db),
  ])
  const account = login?.account
  if (!account || !isActive(config, account)) return null
  if (!login.credentialHash.equals(hashCredentials(config, account))) return null
  if (login.isDue) await unlessReadOnly(db.orm.update(operatorLogins).set({ usedAt: sql`now()` }).where(isIt))
  return toIdentity(config, { name: account.name, account, rules })
}

/** Creates a login, and deletes logins that have ended. */
const createToken = async ({ orm }: Db, config: Deps['config'], account: Account) => {
  const secret = `hv-login-${randomBytes(32).toString('base64url')}`
  const credentialHash = hashCredentials(config, account)
  const { operatorId, usedAt } = operatorLogins
  const isIdle = sql`${usedAt} <= now() - ${sql.raw(IDLE)}`
  const isOutdated = and(eq(operatorId, account.id), ne(operatorLogins.credentialHash, credentialHash))
  await orm.delete(operatorLogins).where(or(isIdle, isOutdated))
  await orm.insert(operatorLogins).values({ tokenHash: hashText(secret), credentialHash, operatorId: account.id })
  return Buffer.from(`${account.name}:${secret}`).toString('base64')
}

type Opening = { operator: Operator; code: string | undefined }

/** @throws {AppError} `code_required` if the operator has a second factor and the code is missing or wrong */
export const openLogin = async (
  deps: LoginDeps & Pick<Deps, 'log'> & { attempts: Attempts },
  { operator, code }: Opening,
): Promise<{ token: string }> => {
  const act = async (tx: Db, account: Account, kind?: 'app' | 'recovery') => {
    // The operator may have been disabled, or their password changed, since the check.
    if (!isActive(deps.config, account) || account.passwordHash !== operator.passwordHash) throw notOperator()
    const token = await createToken(tx, deps.config, account)
    await recordOperator(tx, operator, { event: 'OPERATOR_LOGGED_IN', context: kind ? { secondFactor: kind } : {} })
    return { token }
  }
  if (operator.hasSecondFactor) {
    if (code === undefined) throw codeRequired()
    const opened = await actWithCode(deps, { operator, code, act })
    if (!opened) throw wrongCode('code_required')
    return opened
  }
  return withTx(deps, async (tx) => {
    const account = await lockAccount(tx, deps.config, operator.name)
    // The second factor may have been turned on since the check.
    if (account.sealedSecret !== null) throw codeRequired()
    return act(tx, account)
  })
}

export const endLogin = async (deps: Pick<Deps, 'db' | 'log'>, credentials: string, operator: Operator) => {
  const tokenHash = hashToken(credentials)
  if (!tokenHash) return
  await withTx(deps, async (tx) => {
    const { rowCount } = await tx.orm.delete(operatorLogins).where(eq(operatorLogins.tokenHash, tokenHash))
    if (rowCount === 1) await recordOperator(tx, operator, { event: 'OPERATOR_LOGGED_OUT', context: {} })
  })
}
