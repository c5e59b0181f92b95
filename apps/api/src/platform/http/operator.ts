import { timingSafeEqual } from 'node:crypto'
import type { Request, RequestHandler } from 'express'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { hashText, type Operator, operator } from './guards.ts'
import { getNetwork } from './network.ts'
import { durableCounters, tooMany } from './rate-limit.ts'

/** `wait` is in seconds. */
type FailureListener = (caller: Operator, failure: { failures: number; wait: number | undefined }) => Promise<void>

export const notOperator = () => new AppError('not_operator', 'Invalid credentials')

type LoginHooks = {
  /** Returns undefined if the credentials are a name and password. */
  isLogin: (credentials: string) => Promise<boolean | undefined>
  onFailure: FailureListener
}

/** `user:password` in UTF-8; rejects repeated headers (RFC 7617). */
export const readCredentials = (req: Request) => {
  const [header = '', ...others] = req.headersDistinct.authorization ?? []
  const [, encoded] = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header) ?? []
  if (encoded === undefined || others.length > 0) return undefined
  const credentials = Buffer.from(encoded, 'base64').toString('utf8')
  return credentials.includes(':') ? credentials : undefined
}

/** Seconds. */
const WINDOW = 3600
/** Failures per address before a lock. */
const MAX_FAILURES = 8
/** Failed attempts in total before one failure locks an address, against distributed guessing. */
const MAX_FAILURES_IN_TOTAL = 200
/** Seconds; doubled after each further failure. */
const FIRST_WAIT = 15
const LONGEST_WAIT = 900

const mustWait = (ms: number) => tooMany('Too many failed logins.', ms)

/** The attempt counts as a failure until `undo` is called. `wait` is in seconds. */
type Attempt = {
  failures: number
  wait: number | undefined
  undo(): Promise<unknown>
}

const operatorLock = ({ db, config }: Pick<Deps, 'db' | 'config'>) => {
  const failures = durableCounters(db, { name: 'operator:failures', points: 1, seconds: WINDOW })
  const locks = durableCounters(db, { name: 'operator:lock', points: 1, seconds: LONGEST_WAIT })
  const factor = config.rateLimits === 'relaxed' ? 1000 : 1
  return {
    /**
     * Count before checking the password, so parallel attempts gain nothing.
     * @throws {AppError} `too_many_requests`
     */
    async count(ip: string): Promise<Attempt> {
      const network = getNetwork(ip)
      const locked = await locks.left(network)
      if (locked > 0) throw mustWait(locked)
      const [own, all] = await Promise.all([failures.add(network), failures.add('all')])
      const free = all > MAX_FAILURES_IN_TOTAL * factor ? 1 : MAX_FAILURES * factor
      const beyond = own - free
      const uncount = () => Promise.all([failures.undo(network), failures.undo('all')])
      if (beyond < 0) return { failures: own, wait: undefined, undo: uncount }
      const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** beyond)
      const taken = await locks.consume(network, wait).catch(async (failure: unknown) => {
        await uncount()
        throw failure
      })
      if (taken.isOver) {
        await uncount()
        throw mustWait(taken.msLeft)
      }
      const undo = () => Promise.all([uncount(), locks.forget(network)])
      return { failures: own, wait, undo }
    },
  }
}

/** Compares hashes in constant time. Omits `WWW-Authenticate`, so browsers show no prompt. */
export const operatorOnly = (deps: Pick<Deps, 'db' | 'config'>, { isLogin, onFailure }: LoginHooks): RequestHandler => {
  const expected = hashText(`${deps.config.adminUsername}:${deps.config.adminPassword}`)
  const lock = operatorLock(deps)
  const isRight = async (hash: Buffer, caller: Operator) => {
    const { undo, ...failure } = await lock.count(caller.ip)
    if (timingSafeEqual(hash, expected)) return undo().then(() => true)
    await onFailure(caller, failure)
    return false
  }
  // Concurrent requests with equal credentials from one network count as one attempt.
  const underWay = new Map<string, Promise<boolean>>()
  const isOperator = (credentials: string, caller: Operator) => {
    const hash = hashText(credentials)
    const key = `${getNetwork(caller.ip)} ${hash.toString('base64')}`
    const checking = underWay.get(key) ?? isRight(hash, caller).finally(() => underWay.delete(key))
    underWay.set(key, checking)
    return checking
  }
  return async (req, res, next) => {
    const credentials = readCredentials(req)
    if (credentials === undefined) throw notOperator()
    // Tokens cannot be guessed, so an expired token does not count as a failed login.
    const isLetIn = (await isLogin(credentials)) ?? (await isOperator(credentials, await operator(req, res)))
    if (!isLetIn) throw notOperator()
    next()
  }
}
