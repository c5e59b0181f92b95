import { and, eq, getTableName, gt } from 'drizzle-orm'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../db/client.ts'
import { rateLimits } from '../db/schema/index.ts'

/** What may be counted under a name and a key within so many seconds. */
type Limit = { name: string; points: number; seconds: number }

/** `calls` of a key in its window, which ends in `msLeft` milliseconds; `isOver`: more than the limit. */
export type Consumed = { calls: number; msLeft: number; isOver: boolean }

/** What a refused count has consumed is above its limit. */
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

/** Counts in this process, at no cost to the hot path. */
export const memoryCounters = ({ name, points, seconds }: Limit) => {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds })
  return {
    consume: async (key: string, _seconds: number, calls: number): Promise<Consumed> =>
      toConsumed(await settled(limiter.consume(key, calls)), points),
  }
}

/**
 * Counters in the database, where every process finds them. Each process takes the time from its own clock. A window that ends
 * in more than twice its time was begun by one that was wrong: it is over, or it would count for as long as that one was ahead.
 */
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
  // Delete the row only while its end is still wrong.
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
    /** One more of `key`, or as many as `calls`; its window lasts so many seconds, where it begins now. */
    async consume(key: string, customDuration = seconds, calls = 1): Promise<Consumed> {
      const count = () => limiter.consume(key, calls, { customDuration })
      return toConsumed(await counted(key, count), points)
    },
    /** One more of `key`, whether or not it is too many. @returns how many there are */
    add: async (key: string) => (await counted(key, () => limiter.penalty(key))).consumedPoints,
    /** Takes one of `key` back. */
    undo: (key: string) => limiter.reward(key),
    /** The milliseconds until a key that was counted is free again; 0 where it is. */
    async left(key: string): Promise<number> {
      const result = await limiter.get(key)
      return result && !isWrong(result) ? result.msBeforeNext : 0
    },
    forget: (key: string) => limiter.delete(key),
  }
}
