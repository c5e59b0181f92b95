import { LINK_MINUTES } from '@hotvote/shared/limits'
import { lt, sql } from 'drizzle-orm'
import type { Config } from '../config.ts'
import type { Database, Db } from '../db/client.ts'
import { deleteExpired } from '../db/expired.ts'
import { rateLimits } from '../db/schema/index.ts'
import { AppError } from '../domain/errors.ts'
import { type Consumed, durableCounters, memoryCounters } from './durable-counters.ts'
import { networkOf, prefixOf } from './network.ts'

/** New visitors of a network in an hour; the operator hears of fewer (`SURGE_FROM`). */
export const NEW_VISITORS_MAX = 3000

/**
 * Calls in a number of seconds that a visitor (`session`) may make, an address, which is a network in IPv6, and a `network`: a /24 or
 * /48.
 */
const LIMITS = {
  /** Enough for all new visitors of a network within a minute. */
  session: { seconds: 60, address: 2 * NEW_VISITORS_MAX },
  newVisitor: { seconds: 3600, network: NEW_VISITORS_MAX },
  rating: { seconds: 60, address: 3000, session: 600 },
  /** A list is read page by page as one scrolls; some of these read many votes. */
  stats: { seconds: 60, address: 3000, session: 300 },
  deletion: { seconds: 60, address: 600, session: 120 },
  username: { seconds: 60, address: 300, session: 120 },
  profile: { seconds: 60, address: 120, session: 30 },
  /** Downloads of what is stored about somebody: each reads all of it. */
  personalData: { seconds: 3600, address: 60, session: 10 },
  upload: { seconds: 600, address: 120, session: 30 },
  settings: { seconds: 60, address: 3000 },
  event: { seconds: 60, address: 60 },
  clientError: { seconds: 60, address: 30 },
  link: { seconds: 3600, address: 25, session: 10 },
  /** Mails to one mailbox, whose hash is the key; as long as a link lives (docs/decisions/009). */
  savingLinkTo: { seconds: 60 * LINK_MINUTES, session: 2 },
  loginLinkTo: { seconds: 60 * LINK_MINUTES, session: 3 },
  verify: { seconds: 60, address: 60 },
  databaseTest: { seconds: 60, address: 60 },
  /** Entries of the audit log about failed logins. */
  failedLoginEntry: { seconds: 60, address: 1 },
  takedown: { seconds: 3600, address: 10 },
  /** A day: who reports more than this finds nothing bearable. */
  report: { seconds: 86_400, address: 100, session: 20 },
  testEmail: { seconds: 600, address: 10 },
  emailCheck: { seconds: 60, address: 120, session: 40 },
  emailCapture: { seconds: 3600, address: 60, session: 10 },
} as const
type Limited = keyof typeof LIMITS
const KEY_OF = {
  session: (text: string) => text,
  address: networkOf,
  network: (text: string) => prefixOf(text) ?? 'unknown',
}
type Kind = keyof typeof KEY_OF
type Keys<Counted extends Kind> = Partial<Record<Counted, string | Buffer | null>>
/** A limit of visitors and of addresses. */
export type VisitorLimit = {
  [Name in Limited]: 'session' | 'address' extends keyof (typeof LIMITS)[Name] ? Name : never
}[Limited]

/**
 * Counts a call, or as many as `calls`, for each of these keys. A kind without a number in the limit does not compile.
 * @returns the count of the last key
 * @throws {AppError} `too_many_requests` with `Retry-After` in seconds
 */
export type RateLimit = <Name extends Limited>(
  name: Name,
  keys: Keys<Kind & keyof (typeof LIMITS)[Name]>,
  calls?: number,
) => Promise<Consumed | undefined>

/** Limits counted in the database, so that they hold across processes (docs/decisions/024); others count in memory. */
const DURABLE: readonly Limited[] = [
  ...(['upload', 'personalData', 'takedown', 'report', 'emailCapture', 'link', 'savingLinkTo', 'loginLinkTo'] as const),
  ...(['newVisitor', 'profile', 'verify', 'event'] as const),
]
const RELAXED = 1000

/** `15 seconds`, `3 minutes`. */
const inWords = (seconds: number) => (seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`)

/** Says what was too much, and how long to wait from now on. `wait` in milliseconds. */
export const tooMany = (what: string, wait: number) => {
  const seconds = Math.max(1, Math.ceil(wait / 1000))
  return new AppError('too_many_requests', `${what} Please try again in ${inWords(seconds)}.`, {
    headers: { 'Retry-After': String(seconds) },
  })
}

/** Counts calls and refuses them over the limit, with the time to wait. */
export const openRateLimits = (config: Pick<Config, 'rateLimits'>, db: Database): RateLimit => {
  const factor = config.rateLimits === 'relaxed' ? RELAXED : 1
  const make = (name: Limited, kind: Kind) => {
    const { seconds, [kind]: calls }: { seconds: number } & Partial<Record<Kind, number>> = LIMITS[name]
    if (calls === undefined) return undefined
    const limit = { name: `${name}:${kind}`, points: calls * factor, seconds }
    const { consume } = DURABLE.includes(name) ? durableCounters(db, limit) : memoryCounters(limit)
    return (key: string, calls: number) => consume(key, seconds, calls)
  }
  const limiters = new Map(
    (Object.keys(LIMITS) as Limited[]).map((name) => [
      name,
      { session: make(name, 'session'), address: make(name, 'address'), network: make(name, 'network') },
    ]),
  )
  return async (name, keys: Keys<Kind>, calls = 1) => {
    let consumed: Consumed | undefined
    for (const kind of ['session', 'address', 'network'] as const) {
      const given = keys[kind]
      if (given === undefined || given === null) continue
      const key = typeof given === 'string' ? given : given.toString('base64url')
      consumed = await limiters.get(name)?.[kind]?.(KEY_OF[kind](key), calls)
      if (consumed?.isOver) throw tooMany('That was too fast.', consumed.msLeft)
    }
    return consumed
  }
}

/** Deletes expired counters; their keys name addresses, which are stored no longer than needed. */
export const forgetExpiredLimits = (db: Db) =>
  deleteExpired(db, rateLimits, lt(rateLimits.expire, sql`extract(epoch FROM now()) * 1000`))
