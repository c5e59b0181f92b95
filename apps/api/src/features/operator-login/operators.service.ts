import type { Parsed } from '@hotvote/shared/contract'
import type { addOperator, changeOperator, ListedOperator } from '@hotvote/shared/operator/operators'
import { eq } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { getConstraint, withTx } from '../../platform/db/client.ts'
import { operatorLogins } from '../../platform/db/schema/index.ts'
import type { Operator } from '../../platform/http/guards.ts'
import { readSecondFactorRules } from '../settings/settings.service.ts'
import type { Attempts } from './login-attempts.ts'
import { hashCredentials, hashToken } from './operator-login.service.ts'
import {
  type Account,
  findAccount,
  insertAccount,
  isActive,
  isFromEnvironment,
  listAccounts,
  lockAccount,
  lockAccountById,
  NO_SECOND_FACTOR,
  updateAccount,
} from './operators.queries.ts'
import { hashPassword, matchesHash } from './passwords.ts'

type OperatorDeps = Pick<Deps, 'db' | 'log' | 'config'>

const toListed = (config: Deps['config'], account: Account): ListedOperator => ({
  id: account.id,
  name: account.name,
  role: isFromEnvironment(config, account.name) ? 'admin' : account.role,
  isFromEnvironment: isFromEnvironment(config, account.name),
  isDisabled: !isActive(config, account),
  hasSecondFactor: account.sealedSecret !== null,
  createdAt: account.createdAt.toISOString(),
})

export const listAll = async ({ db, config }: OperatorDeps) =>
  (await listAccounts(db)).map((account) => toListed(config, account))

const nameTaken = () => new AppError('conflict', 'An operator with this name already exists.')

export const createOperator = async (
  deps: OperatorDeps,
  { name, role, password }: Parsed<typeof addOperator, 'body'>,
  operator: Operator,
) => {
  if (isFromEnvironment(deps.config, name)) throw nameTaken()
  const passwordHash = await hashPassword(password)
  return withTx(deps, async (tx) => {
    const added = await insertAccount(tx, { name, role, passwordHash })
    await recordOperator(tx, operator, { event: 'OPERATOR_ADDED', context: { operatorId: added.id, role } })
    return toListed(deps.config, added)
  }).catch((failure) => {
    throw getConstraint(failure) === 'operators_name_key' ? nameTaken() : failure
  })
}

type Changes = Parsed<typeof changeOperator, 'body'>

const refuseChange = (
  config: Deps['config'],
  account: Account,
  { name, changes }: { name: string; changes: Changes },
) => {
  if (account.name === name)
    throw new AppError(
      'conflict',
      'Change your own password and second factor under Your login. Ask another admin to change anything else.',
    )
  if (isFromEnvironment(config, account.name) && (changes.role ?? changes.password ?? changes.isDisabled) !== undefined)
    throw new AppError(
      'conflict',
      'ADMIN_USERNAME and ADMIN_PASSWORD set this operator. Change them in the environment.',
    )
}

/** Changes apply immediately, because every request reads the operator's role again. */
export const editOperator = async (
  deps: OperatorDeps,
  { operatorId, changes }: { operatorId: number; changes: Changes },
  operator: Operator,
) => {
  const { role, isDisabled, password, hasSecondFactor } = changes
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  return withTx(deps, async (tx) => {
    const account = await lockAccountById(tx, operatorId)
    if (!account) throw new AppError('not_found', "This operator doesn't exist.")
    refuseChange(deps.config, account, { name: operator.name, changes })
    const changed = await updateAccount(tx, operatorId, {
      role: role ?? account.role,
      passwordHash: passwordHash ?? account.passwordHash,
      ...(isDisabled !== undefined && { disabledAt: isDisabled ? new Date() : null }),
      ...(hasSecondFactor === false && NO_SECOND_FACTOR),
    })
    if (isDisabled) await tx.orm.delete(operatorLogins).where(eq(operatorLogins.operatorId, operatorId))
    const { password: _, ...told } = changes
    const context = { operatorId, ...told, ...(passwordHash && { passwordReset: true }) }
    await recordOperator(tx, operator, { event: 'OPERATOR_CHANGED', context })
    return toListed(deps.config, changed)
  })
}

export const readOwnLogin = async ({ db, config }: OperatorDeps, name: string) => {
  const [account, rules] = await Promise.all([findAccount(db, name), readSecondFactorRules(db)])
  const isOfEnvironment = isFromEnvironment(config, name)
  return {
    name,
    role: isOfEnvironment ? ('admin' as const) : (account?.role ?? 'moderator'),
    isFromEnvironment: isOfEnvironment,
    hasSecondFactor: account !== undefined && account.sealedSecret !== null,
    recoveryCodesLeft: account?.recoveryHashes.length ?? 0,
    isSecondFactorRequired: rules.isRequired,
  }
}

type PasswordChange = { credentials: string; password: string; newPassword: string }

/** Keeps the current login. @throws {AppError} `conflict` for the `ADMIN_USERNAME` operator, `wrong_credential` */
export const changePassword = async (
  { attempts, ...deps }: OperatorDeps & { attempts: Attempts },
  operator: Operator,
  { credentials, password, newPassword }: PasswordChange,
): Promise<undefined> => {
  if (isFromEnvironment(deps.config, operator.name))
    throw new AppError('conflict', 'ADMIN_PASSWORD sets your password. Change it in the environment and restart.')
  const passwordHash = await hashPassword(newPassword)
  // Check the password under the lock, because an admin may be resetting it.
  const change = () =>
    withTx(deps, async (tx) => {
      const account = await lockAccount(tx, deps.config, operator.name)
      if (!(await matchesHash(password, account.passwordHash))) return undefined
      const { id } = account
      const credentialHash = hashCredentials(deps.config, await updateAccount(tx, id, { passwordHash }))
      const tokenHash = hashToken(credentials)
      if (tokenHash)
        await tx.orm.update(operatorLogins).set({ credentialHash }).where(eq(operatorLogins.tokenHash, tokenHash))
      await recordOperator(tx, operator, { event: 'OPERATOR_PASSWORD_CHANGED', context: { operatorId: id } })
      return true
    })
  if (!(await attempts(operator, change))) throw new AppError('wrong_credential', 'Your current password is incorrect.')
}
