import { createHmac, randomBytes } from 'node:crypto'
import { RECOVERY_CODES } from '@hotvote/shared/operator/operators'
import { Secret, TOTP } from 'otpauth'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { seal, unseal } from '../../platform/config/sealed-text.ts'
import { type Db, withTx } from '../../platform/db/client.ts'
import type { Operator } from '../../platform/http/guards.ts'
import { durableCounters, tooMany } from '../../platform/http/rate-limit.ts'
import { readSecondFactorRules } from '../settings/settings.service.ts'
import type { Attempts } from './login-attempts.ts'
import { type Account, lockAccount, NO_SECOND_FACTOR, updateAccount } from './operators.queries.ts'

type FactorDeps = Pick<Deps, 'db' | 'log' | 'config'>
type Keys = Pick<Deps['config'], 'secret'>

/** Seconds. */
const PERIOD = 30
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const RECOVERY_LENGTH = 10

/** Returns the time step of `code`. Tolerates clocks that are off by one step (RFC 6238). */
const findStep = (secret: string, code: string): number | undefined => {
  const timestamp = Date.now()
  const delta = new TOTP({ secret: Secret.fromBase32(secret) }).validate({ token: code, window: 1, timestamp })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD) + delta
}

const sealId = ({ id }: Pick<Account, 'id'>) => `second factor of operator ${id}`

const makeRecoveryCode = () => {
  const code = Array.from(randomBytes(RECOVERY_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return `${code.slice(0, RECOVERY_LENGTH / 2)}-${code.slice(RECOVERY_LENGTH / 2)}`
}

const normalize = (code: string) => code.replaceAll(/[\s-]/g, '').toUpperCase()

const hashRecovery = ({ secret }: Keys, code: string) =>
  createHmac('sha256', secret)
    .update(`recovery code:${normalize(code)}`)
    .digest('hex')

/** Returns null if `SECRET` has changed since the setup, which invalidates all codes. */
const readSecret = ({ secret }: Keys, account: Account & { sealedSecret: string }) => {
  try {
    return unseal(secret, sealId(account), account.sealedSecret)
  } catch {
    return null
  }
}

/** Consumes a code of a locked account. @returns the kind of code, or undefined if the code is wrong or used */
const useCode = async (tx: Db, keys: Keys, { account, code }: { account: Account; code: string }) => {
  const { sealedSecret, lastStep, recoveryHashes } = account
  if (sealedSecret === null) return undefined
  if (/^\d{6}$/.test(normalize(code))) {
    const secret = readSecret(keys, { ...account, sealedSecret })
    const step = secret === null ? undefined : findStep(secret, normalize(code))
    if (step === undefined || step <= (lastStep ?? 0)) return undefined
    await updateAccount(tx, account.id, { lastStep: step })
    return 'app'
  }
  const hash = hashRecovery(keys, code)
  if (!recoveryHashes.includes(hash)) return undefined
  await updateAccount(tx, account.id, { recoveryHashes: recoveryHashes.filter((other) => other !== hash) })
  return 'recovery'
}

/** Maximum number of codes that an operator may try per hour after the correct password. */
const MAX_CODES = 20

type Act<Result> = (tx: Db, account: Account, kind: 'app' | 'recovery') => Promise<Result>
type WithCode<Result> = { operator: Operator; code: string; act: Act<Result> }

/**
 * Runs `act` in the transaction that consumes the code.
 * @returns undefined for a wrong or used code, which counts as a failed login
 * @throws {AppError} `too_many_requests`
 */
export const actWithCode = async <Result extends object>(
  { attempts, ...deps }: FactorDeps & { attempts: Attempts },
  { operator, code, act }: WithCode<Result>,
): Promise<Result | undefined> => {
  const codes = durableCounters(deps.db, { name: 'operator:codes', points: MAX_CODES, seconds: 3600 })
  const { isOver, msLeft } = await codes.consume(operator.name)
  if (isOver) throw tooMany('Too many wrong codes.', msLeft)
  const done = await attempts(operator, () =>
    withTx(deps, async (tx) => {
      const account = await lockAccount(tx, deps.config, operator.name)
      const kind = await useCode(tx, deps.config, { account, code })
      return kind && act(tx, account, kind)
    }),
  )
  if (done) await codes.forget(operator.name)
  return done
}

export const wrongCode = (code: 'code_required' | 'wrong_credential') =>
  new AppError(code, 'This code is incorrect or has already been used. Try the next one.')

/** @throws {AppError} `conflict` if the second factor is already on, `wrong_credential` */
export const turnOn = async (deps: FactorDeps, operator: Operator, sent: { secret: string; code: string }) =>
  withTx(deps, async (tx) => {
    const { secret, code } = sent
    const account = await lockAccount(tx, deps.config, operator.name)
    if (account.sealedSecret !== null) throw new AppError('conflict', 'Your second factor is already on.')
    const lastStep = findStep(secret, normalize(code))
    if (lastStep === undefined)
      throw new AppError(
        'wrong_credential',
        "The code doesn't match. Check the clock on your device and try the next code.",
      )
    const recoveryCodes = Array.from({ length: RECOVERY_CODES }, makeRecoveryCode)
    await updateAccount(tx, account.id, {
      sealedSecret: seal(deps.config.secret, sealId(account), secret),
      lastStep,
      recoveryHashes: recoveryCodes.map((one) => hashRecovery(deps.config, one)),
    })
    await recordOperator(tx, operator, { event: 'OPERATOR_SECOND_FACTOR_ON', context: { operatorId: account.id } })
    return { recoveryCodes }
  })

/** @throws {AppError} `conflict` if the site requires a second factor, `wrong_credential` */
export const turnOff = async (
  deps: FactorDeps & { attempts: Attempts },
  operator: Operator,
  code: string,
): Promise<undefined> => {
  if ((await readSecondFactorRules(deps.db)).isRequired)
    throw new AppError('conflict', 'This site requires a second factor.')
  const act = async (tx: Db, { id }: Account) => {
    await recordOperator(tx, operator, { event: 'OPERATOR_SECOND_FACTOR_OFF', context: { operatorId: id } })
    return updateAccount(tx, id, NO_SECOND_FACTOR)
  }
  if (!(await actWithCode(deps, { operator, code, act }))) throw wrongCode('wrong_credential')
}
