import { LINK_MINUTES } from '@hotvote/shared/limits'
import { and, eq, getTableName, gt, lt, sql } from 'drizzle-orm'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../../domain/errors.ts'
import type { Config } from '../config/config.ts'
import type { Database, Db } from '../db/client.ts'
import { deleteExpired } from '../db/expired.ts'
import { rateLimits } from '../db/schema/index.ts'
import { getNetwork, getPrefix } from './network.ts'

type Limit = { name: string; points: number; seconds: number }

type Consumed = { calls: number; msLeft: number; isOver: boolean }

/** Also resolves if the limit is exceeded, because the library then rejects with the counter. */
const settled = (count: Promise<RateLimiterRes>) =>
  count.catch((refusal: unknown) => {
    if (refusal instanceof RateLimiterRes) return refusal
    throw refusal
  })

const toConsumed = ({ consumedPoints, msBeforeNext }: RateLimiterRes, points: number): Consumed => ({
  calls: consumedPoints,
  msLeft: msBeforeNext,
  isOver: consumedPoints > points,
})

/** Counts in memory per process, because voting must not wait for the database. */
const memoryCounters = ({ name, points, seconds }: Limit) => {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds })
  return {
    consume: async (key: string): Promise<Consumed> => toConsumed(await settled(limiter.consume(key)), points),
  }
}

/** Counts across processes. Deletes windows over twice the normal length, which only a wrong clock can cause. */
export const durableCounters = ({ pool, orm }: Database, { name, points, seconds }: Limit) => {
  const limiter = new RateLimiterPostgres({
    keyPrefix: name,
    points,
    duration: seconds,
    storeClient: pool,
    storeType: 'pool',
    tableName: getTableName(rateLimits),
    tableCreated: true,
    clearExpiredByTimeout: false,
  })
  const longest = 2 * seconds * 1000
  const isWrong = ({ msBeforeNext }: RateLimiterRes) => msBeforeNext > longest
  const dropWrong = (key: string) =>
    orm
      .delete(rateLimits)
      .where(and(eq(rateLimits.key, limiter.getKey(key)), gt(rateLimits.expire, Date.now() + longest)))
  const counted = async (key: string, count: () => Promise<RateLimiterRes>): Promise<RateLimiterRes> => {
    const result = await settled(count())
    if (!isWrong(result)) return result
    await dropWrong(key)
    return settled(count())
  }
  return {
    async consume(key: string, customDuration = seconds): Promise<Consumed> {
      const count = () => limiter.consume(key, 1, { customDuration })
      return toConsumed(await counted(key, count), points)
    },
    /**
     * Counts without a limit.
     * @returns the count
     */
    add: async (key: string) => (await counted(key, () => limiter.penalty(key))).consumedPoints,
    undo: (key: string) => limiter.reward(key),
    /** Milliseconds until the window ends. */
    async left(key: string): Promise<number> {
      const result = await limiter.get(key)
      return result && !isWrong(result) ? result.msBeforeNext : 0
    },
    forget: (key: string) => limiter.delete(key),
  }
}

/** Maximum new visitors per network and hour. The operator is alerted earlier, at `SURGE_FROM`. */
export const NEW_VISITORS_MAX = 3000

/** Limits per visitor (`session`), address (IPv6: /64) and network (/24 or /48). */
const LIMITS = {
  session: { seconds: 60, address: 2 * NEW_VISITORS_MAX },
  newVisitor: { seconds: 3600, network: NEW_VISITORS_MAX },
  rating: { seconds: 60, address: 3000, session: 600 },
  /** High limits, because scrolling loads many pages. */
  stats: { seconds: 60, address: 3000, session: 300 },
  deletion: { seconds: 60, address: 600, session: 120 },
  username: { seconds: 60, address: 300, session: 120 },
  profile: { seconds: 60, address: 120, session: 30 },
  personalData: { seconds: 3600, address: 60, session: 10 },
  upload: { seconds: 600, address: 120, session: 30 },
  settings: { seconds: 60, address: 3000 },
  event: { seconds: 60, address: 60 },
  clientError: { seconds: 60, address: 30 },
  link: { seconds: 3600, address: 25, session: 10 },
  /** Maximum links per mailbox within the lifetime of a link (docs/decisions/009). */
  savingLinkTo: { seconds: 60 * LINK_MINUTES, session: 2 },
  loginLinkTo: { seconds: 60 * LINK_MINUTES, session: 3 },
  verify: { seconds: 60, address: 60 },
  databaseTest: { seconds: 60, address: 60 },
  failedLoginEntry: { seconds: 60, address: 1 },
  takedown: { seconds: 3600, address: 10 },
  report: { seconds: 86_400, address: 100, session: 20 },
  testEmail: { seconds: 600, address: 10 },
  emailCheck: { seconds: 60, address: 120, session: 40 },
  emailCapture: { seconds: 3600, address: 60, session: 10 },
} as const
type Limited = keyof typeof LIMITS
const KEY_OF = {
  session: (text: string) => text,
  address: getNetwork,
  network: (text: string) => getPrefix(text) ?? 'unknown',
}
type Kind = keyof typeof KEY_OF
type Keys<Counted extends Kind> = Partial<Record<Counted, string | Buffer | null>>
export type VisitorLimit = {
  [Name in Limited]: 'session' | 'address' extends keyof (typeof LIMITS)[Name] ? Name : never
}[Limited]

/**
 * Counts a call for each key and returns the last result.
 * @throws {AppError} `too_many_requests` with `Retry-After`
 */
export type RateLimit = <Name extends Limited>(
  name: Name,
  keys: Keys<Kind & keyof (typeof LIMITS)[Name]>,
) => Promise<Consumed | undefined>

/** These limits are counted in the database across processes (docs/decisions/024), all others in memory. */
const DURABLE: readonly Limited[] = [
  ...(['upload', 'personalData', 'takedown', 'report', 'emailCapture', 'link', 'savingLinkTo', 'loginLinkTo'] as const),
  ...(['newVisitor', 'profile', 'verify', 'event'] as const),
]
const RELAXED = 1000

const inWords = (seconds: number) => (seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`)

/** `wait` is in milliseconds. */
export const tooMany = (what: string, wait: number) => {
  const seconds = Math.max(1, Math.ceil(wait / 1000))
  return new AppError('too_many_requests', `${what} Please try again in ${inWords(seconds)}.`, {
    headers: { 'Retry-After': String(seconds) },
  })
}

export const openRateLimits = (config: Pick<Config, 'rateLimits'>, db: Database): RateLimit => {
  const factor = config.rateLimits === 'relaxed' ? RELAXED : 1
  const make = (name: Limited, kind: Kind) => {
    const { seconds, [kind]: calls }: { seconds: number } & Partial<Record<Kind, number>> = LIMITS[name]
    if (calls === undefined) return undefined
    const limit = { name: `${name}:${kind}`, points: calls * factor, seconds }
    return DURABLE.includes(name) ? durableCounters(db, limit) : memoryCounters(limit)
  }
  const limiters = new Map(
    (Object.keys(LIMITS) as Limited[]).map((name) => [
      name,
      { session: make(name, 'session'), address: make(name, 'address'), network: make(name, 'network') },
    ]),
  )
  return async (name, keys: Keys<Kind>) => {
    let consumed: Consumed | undefined
    for (const kind of ['session', 'address', 'network'] as const) {
      const given = keys[kind]
      if (given === undefined || given === null) continue
      const key = typeof given === 'string' ? given : given.toString('base64url')
      consumed = await limiters.get(name)?.[kind]?.consume(KEY_OF[kind](key))
      if (consumed?.isOver) throw tooMany('Too many requests.', consumed.msLeft)
    }
    return consumed
  }
}

/** Deletes expired counters promptly, because their keys contain addresses. */
export const forgetExpiredLimits = (db: Db) =>
  deleteExpired(db, rateLimits, lt(rateLimits.expire, sql`extract(epoch FROM now()) * 1000`))
