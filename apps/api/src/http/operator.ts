import { timingSafeEqual } from 'node:crypto'
import type { Request, RequestHandler } from 'express'
import type { Deps } from '../deps.ts'
import { AppError } from '../domain/errors.ts'
import { hashOf, type Operator, operator } from './guards.ts'
import { networkOf } from './network.ts'
import { operatorLock } from './operator-lock.ts'

/** Called after a failed login; `wait` is how many seconds the address has to wait now, if any. */
type FailureListener = (caller: Operator, failure: { failures: number; wait: number | undefined }) => Promise<void>

export const notOperator = () => new AppError('not_operator', 'Invalid credentials')

type LoginHooks = {
  /** Whether the credentials are those of an open login; undefined where they are a name and a password. */
  isLogin: (credentials: string) => Promise<boolean | undefined>
  onFailure: FailureListener
}

/** `user:password` of the only Basic header (RFC 7617), in UTF-8. */
export const credentialsOf = (req: Request) => {
  const [header = '', ...others] = req.headersDistinct.authorization ?? []
  const [, encoded] = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header) ?? []
  if (encoded === undefined || others.length > 0) return undefined
  const credentials = Buffer.from(encoded, 'base64').toString('utf8')
  return credentials.includes(':') ? credentials : undefined
}

/**
 * Lets the operator through and nobody else, by password or by a login. The password is compared as hashes of one
 * length, so that the time tells nothing; an address that guesses has to wait (`operator-lock.ts`). No
 * `WWW-Authenticate`: the browser must not ask for a password by itself.
 */
export const operatorOnly = (deps: Pick<Deps, 'db' | 'config'>, { isLogin, onFailure }: LoginHooks): RequestHandler => {
  const expected = hashOf(`${deps.config.adminUsername}:${deps.config.adminPassword}`)
  const lock = operatorLock(deps)
  const isRight = async (hash: Buffer, caller: Operator) => {
    const { undo, ...failure } = await lock.count(caller.ip)
    if (timingSafeEqual(hash, expected)) return undo().then(() => true)
    await onFailure(caller, failure)
    return false
  }
  // The same credentials from the same network at the same instant are one attempt: a program that calls in parallel.
  const underWay = new Map<string, Promise<boolean>>()
  const isOperator = (credentials: string, caller: Operator) => {
    const hash = hashOf(credentials)
    const key = `${networkOf(caller.ip)} ${hash.toString('base64')}`
    const checking = underWay.get(key) ?? isRight(hash, caller).finally(() => underWay.delete(key))
    underWay.set(key, checking)
    return checking
  }
  return async (req, res, next) => {
    const credentials = credentialsOf(req)
    if (credentials === undefined) throw notOperator()
    // A token cannot be guessed: one that has ended is refused, and does not count as a failed login.
    const isLetIn = (await isLogin(credentials)) ?? (await isOperator(credentials, await operator(req, res)))
    if (!isLetIn) throw notOperator()
    next()
  }
}
