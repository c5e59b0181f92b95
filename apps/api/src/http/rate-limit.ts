import { LINK_MINUTES } from '@hotvote/shared/limits'
import { lt, sql } from 'drizzle-orm'
import type { Config } from '../config.ts'
import type { Database, Db } from '../db/client.ts'
import { deleteExpired } from '../db/expired.ts'
import { rateLimits } from '../db/schema/index.ts'
import { AppError } from '../domain/errors.ts'
import { durableCounters } from './durable-counters.ts'
import { networkOf } from './network.ts'
import { sharedCounters } from './shared-counters.ts'

/** Calls a key may make in a number of seconds, a visitor (`session`) and an address, which is a network in IPv6. */
const LIMITS = {
  session: { seconds: 60, address: 1200, session: 60 },
  newVisitor: { seconds: 60, address: 60, session: 60 },
  rating: { seconds: 60, address: 3000, session: 600 },
  /** A list is read page by page as one scrolls; some of these read many votes. */
  stats: { seconds: 60, address: 3000, session: 300 },
  deletion: { seconds: 60, address: 600, session: 120 },
  username: { seconds: 60, address: 300, session: 120 },
  profile: { seconds: 60, address: 120, session: 30 },
  /** Downloads of what is stored about somebody: each reads all of it. */
  personalData: { seconds: 3600, address: 60, session: 10 },
  upload: { seconds: 600, address: 120, session: 30 },
  settings: { seconds: 60, address: 3000, session: 3000 },
  event: { seconds: 60, address: 60, session: 60 },
  clientError: { seconds: 60, address: 30, session: 30 },
  link: { seconds: 3600, address: 25, session: 10 },
  /** Mails to one mailbox, whose hash is the key; as long as a link lives (docs/decisions/026). */
  savingLinkTo: { seconds: 60 * LINK_MINUTES, address: 2, session: 2 },
  loginLinkTo: { seconds: 60 * LINK_MINUTES, address: 3, session: 3 },
  verify: { seconds: 60, address: 60, session: 60 },
  databaseTest: { seconds: 60, address: 60, session: 60 },
  /** Entries of the audit log about failed logins. */
  failedLoginEntry: { seconds: 60, address: 1, session: 1 },
  takedown: { seconds: 3600, address: 10, session: 10 },
  /** A day: who reports more than this finds nothing bearable. */
  report: { seconds: 86_400, address: 100, session: 20 },
  emailCheck: { seconds: 60, address: 120, session: 40 },
  emailCapture: { seconds: 3600, address: 60, session: 10 },
} as const
export type Limited = keyof typeof LIMITS
type Key = 'session' | 'address'

/** Counted in the database with each call; the others in the process, which syncs its counts (docs/decisions/042). */
const DURABLE: readonly Limited[] = [
  ...(['upload', 'personalData', 'takedown', 'report', 'emailCapture', 'link', 'savingLinkTo', 'loginLinkTo'] as const),
  ...(['newVisitor', 'profile', 'verify', 'event'] as const),
]
const RELAXED = 1000

/** `15 seconds`, `3 minutes`. */
export const inWords = (seconds: number) => (seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`)

/** Milliseconds to wait where the limit is reached. */
type Consume = (key: string) => Promise<number | undefined> | number | undefined

/** Counts calls and refuses them over the limit, with the time to wait. */
export const openRateLimits = (config: Pick<Config, 'rateLimits'>, db: Database) => {
  const factor = config.rateLimits === 'relaxed' ? RELAXED : 1
  const count = sharedCounters(db)
  const make = (name: Limited, kind: Key): Consume => {
    const { seconds, [kind]: calls } = LIMITS[name]
    const keyPrefix = `${name}:${kind}`
    const points = calls * factor
    if (!DURABLE.includes(name)) return (key) => count(`${keyPrefix}:${key}`, { points, seconds })
    const { consume } = durableCounters(db, { name: keyPrefix, points, seconds })
    return (key) => consume(key)
  }
  const limiters = new Map(
    (Object.keys(LIMITS) as Limited[]).map((name) => [
      name,
      { address: make(name, 'address'), session: make(name, 'session') },
    ]),
  )
  /** @throws {AppError} `too_many_requests` with `Retry-After` in seconds */
  return async (name: Limited, keys: Partial<Record<Key, string>>) => {
    for (const kind of ['session', 'address'] as const) {
      const value = keys[kind]
      if (value === undefined) continue
      const wait = await limiters.get(name)?.[kind](kind === 'address' ? networkOf(value) : value)
      if (wait === undefined) continue
      const seconds = Math.max(1, Math.ceil(wait / 1000))
      throw new AppError('too_many_requests', `That was too fast. Please try again in ${inWords(seconds)}.`, {
        headers: { 'Retry-After': String(seconds) },
      })
    }
  }
}
export type RateLimit = ReturnType<typeof openRateLimits>

/** Deletes expired counters; their keys name addresses, which are stored no longer than needed. */
export const forgetExpiredLimits = (db: Db) =>
  deleteExpired(db, rateLimits, lt(rateLimits.expire, sql`extract(epoch FROM now()) * 1000`))
