import type { Deps } from '../../deps.ts'
import type { OperatorCaller } from '../../platform/http/guards.ts'
import { getNetwork } from '../../platform/http/network.ts'
import { durableCounters, tooMany } from '../../platform/http/rate-limit.ts'
import { recordFailedLogin } from '../audit/audit.service.ts'

/** Seconds. */
const WINDOW = 3600
/** Failures per address before a lock. */
const MAX_FAILURES = 8
/** Failures in total before a single failure locks an address. Slows down distributed guessing. */
const MAX_FAILURES_IN_TOTAL = 200
/** Seconds; doubled after each further failure. */
const FIRST_WAIT = 15
const LONGEST_WAIT = 900

const mustWait = (ms: number) => tooMany('Too many failed login attempts.', ms)

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
     * Counts the attempt before the password is checked, so parallel attempts gain no extra guesses.
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

type AttemptDeps = Pick<Deps, 'db' | 'config' | 'rateLimit'>

/**
 * Checks a password or code, and counts a failed login if the check finds nothing (docs/decisions/013).
 * @returns undefined after a failure
 * @throws {AppError} `too_many_requests`
 */
export const openAttempts = (deps: AttemptDeps) => {
  const lock = operatorLock(deps)
  return async <Found>(caller: OperatorCaller, check: () => Promise<Found | undefined>): Promise<Found | undefined> => {
    const { undo, ...failure } = await lock.count(caller.ip)
    const found = await check().catch(async (error: unknown) => {
      await undo()
      throw error
    })
    if (found === undefined) await recordFailedLogin(deps, caller, failure)
    else await undo()
    return found
  }
}
export type Attempts = ReturnType<typeof openAttempts>
