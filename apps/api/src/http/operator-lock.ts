import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Deps } from '../deps.ts'
import { AppError } from '../domain/errors.ts'
import { networkOf } from './network.ts'
import { databaseStore, inWords } from './rate-limit.ts'

/** Seconds that a failed login is remembered. */
const WINDOW = 3600
/** Failures an address may have before it has to wait. */
const FREE = 8
/** Failures of all addresses together, from which on an address has to wait after its first: somebody guesses from many. */
const FREE_IN_ALL = 200
/** Seconds of the first wait, doubled by each further failure, and the longest. */
const FIRST_WAIT = 15
const LONGEST_WAIT = 900

const mustWait = (ms: number) => {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  return new AppError('too_many_requests', `Too many failed logins. Please try again in ${inWords(seconds)}.`, {
    headers: { 'Retry-After': String(seconds) },
  })
}

/** One attempt to log in, counted as failed. `wait`: seconds that its address has to wait from now on, if any. */
export type Attempt = {
  failures: number
  wait: number | undefined
  /** The password was right: the attempt does not count. */
  undo(): Promise<unknown>
}

/** Counts failed logins of the operator, across processes; an address with too many of them has to wait. */
export const operatorLock = ({ db, config }: Pick<Deps, 'db' | 'config'>) => {
  const store = (name: string, seconds: number) =>
    new RateLimiterPostgres({ ...databaseStore(db), keyPrefix: `operator:${name}`, points: 1, duration: seconds })
  const failures = store('failures', WINDOW)
  const locks = store('lock', LONGEST_WAIT)
  const factor = config.rateLimits === 'relaxed' ? 1000 : 1
  return {
    /**
     * Counts an attempt before its password is compared: of many at the same instant, no more are compared than of as
     * many one after the other.
     * @throws {AppError} `too_many_requests` with `Retry-After` while the address has to wait, whatever it brings
     */
    async count(ip: string): Promise<Attempt> {
      const network = networkOf(ip)
      const lock = await locks.get(network)
      if (lock && lock.msBeforeNext > 0) throw mustWait(lock.msBeforeNext)
      const [own, all] = await Promise.all([failures.penalty(network), failures.penalty('all')])
      const free = all.consumedPoints > FREE_IN_ALL * factor ? 1 : FREE * factor
      const beyond = own.consumedPoints - free
      const uncount = () => Promise.all([failures.reward(network), failures.reward('all')])
      if (beyond < 0) return { failures: own.consumedPoints, wait: undefined, undo: uncount }
      const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** beyond)
      try {
        // Only the attempt that takes the lock is compared.
        await locks.consume(network, 1, { customDuration: wait })
      } catch (refusal) {
        await uncount()
        throw refusal instanceof RateLimiterRes ? mustWait(refusal.msBeforeNext) : refusal
      }
      const undo = () => Promise.all([uncount(), locks.delete(network)])
      return { failures: own.consumedPoints, wait, undo }
    },
  }
}
