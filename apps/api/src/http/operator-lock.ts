import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Deps } from '../deps.ts'
import { AppError } from './errors.ts'
import { durable, inWords } from './rate-limit.ts'

/** Seconds that a failed login is remembered. */
const WINDOW = 3600
/** Failures an address may have before it has to wait. */
const FREE = 8
/** Failures of all addresses together from which on one is enough: somebody guesses from many places. */
const FREE_IN_ALL = 200
/** Seconds of the first wait, doubled by each further failure, and the longest. */
const FIRST_WAIT = 15
const LONGEST_WAIT = 900

/**
 * The key of an address. Whoever has one IPv6 address has a whole /64 of them, so that counts as one; an IPv4 address
 * in IPv6 form stays itself.
 */
const networkOf = (ip: string) => {
  if (!ip.includes(':') || ip.includes('.')) return ip
  const [head = '', tail] = ip.split('::', 2)
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after].slice(0, 4).join(':')
}

const mustWait = (seconds: number) =>
  new AppError('too_many_requests', `Too many failed logins. Please try again in ${inWords(seconds)}.`, {
    headers: { 'Retry-After': String(seconds) },
  })

/** Counts failed logins of the operator, across processes; an address with too many of them has to wait. */
export const operatorLock = ({ db, config }: Pick<Deps, 'db' | 'config'>) => {
  const store = (name: string, seconds: number) =>
    new RateLimiterPostgres({ ...durable(db), keyPrefix: `operator:${name}`, points: 1, duration: seconds })
  const failures = store('failures', WINDOW)
  const locks = store('lock', LONGEST_WAIT)
  const factor = config.rateLimits === 'relaxed' ? 1000 : 1
  return {
    /** @throws {AppError} `too_many_requests` with `Retry-After` while the address has to wait, whatever it brings */
    async check(ip: string) {
      const lock = await locks.get(networkOf(ip))
      if (lock && lock.msBeforeNext > 0) throw mustWait(Math.ceil(lock.msBeforeNext / 1000))
    },
    /** Takes a failure down. Answers how many the address has, and the seconds it has to wait from now on, if any. */
    async failed(ip: string) {
      const network = networkOf(ip)
      const [own, all] = await Promise.all([failures.penalty(network), failures.penalty('all')])
      const free = all.consumedPoints > FREE_IN_ALL * factor ? 1 : FREE * factor
      const beyond = own.consumedPoints - free
      if (beyond < 0) return { failures: own.consumedPoints, wait: undefined }
      const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** beyond)
      await locks.block(network, wait)
      return { failures: own.consumedPoints, wait }
    },
  }
}
