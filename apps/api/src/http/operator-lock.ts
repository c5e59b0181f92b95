import type { Deps } from '../deps.ts'
import { durableCounters } from './durable-counters.ts'
import { networkOf } from './network.ts'
import { tooMany } from './rate-limit.ts'

/** Seconds that a failed login is remembered. */
const WINDOW = 3600
/** Failures an address may have before it has to wait. */
const FREE = 8
/** Failures of all addresses together, from which on an address has to wait after its first: somebody guesses from many. */
const FREE_IN_ALL = 200
/** Seconds of the first wait, doubled by each further failure, and the longest. */
const FIRST_WAIT = 15
const LONGEST_WAIT = 900

const mustWait = (ms: number) => tooMany('Too many failed logins.', ms)

/** One attempt to log in, counted as failed. `wait`: seconds that its address has to wait from now on, if any. */
export type Attempt = {
  failures: number
  wait: number | undefined
  /** The password was right: the attempt does not count. */
  undo(): Promise<unknown>
}

/** Counts failed logins of the operator, across processes; an address with too many of them has to wait. */
export const operatorLock = ({ db, config }: Pick<Deps, 'db' | 'config'>) => {
  const failures = durableCounters(db, { name: 'operator:failures', points: 1, seconds: WINDOW })
  const locks = durableCounters(db, { name: 'operator:lock', points: 1, seconds: LONGEST_WAIT })
  const factor = config.rateLimits === 'relaxed' ? 1000 : 1
  return {
    /**
     * Counts an attempt before its password is compared: of many at the same instant, no more are compared than of as
     * many one after the other.
     * @throws {AppError} `too_many_requests` with `Retry-After` while the address has to wait, whatever it brings
     */
    async count(ip: string): Promise<Attempt> {
      const network = networkOf(ip)
      const locked = await locks.left(network)
      if (locked > 0) throw mustWait(locked)
      const [own, all] = await Promise.all([failures.add(network), failures.add('all')])
      const free = all > FREE_IN_ALL * factor ? 1 : FREE * factor
      const beyond = own - free
      const uncount = () => Promise.all([failures.undo(network), failures.undo('all')])
      if (beyond < 0) return { failures: own, wait: undefined, undo: uncount }
      const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** beyond)
      // Only the attempt that takes the lock is compared.
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
