import { z } from 'zod'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'

/** What may be counted of a key within so many seconds. */
type Limit = { points: number; seconds: number }

/**
 * `total`: what is known of all processes; `unsent`: what this one has not written to the database yet, which it does
 * from `syncFrom` points on; `ends` in milliseconds of the clock of this process, which nobody sets.
 */
type Count = { total: number; unsent: number; ends: number; syncFrom: number; seconds: number }

/** Milliseconds between two writes to the database. */
const SYNC_INTERVAL = 1000
/** A key is written from this share of its limit on, so that ordinary visitors cost no writes. */
const SHARE = 0.1
/** Keys of one write. */
const BATCH = 1000

/** The time of the database, in Unix milliseconds. */
const NOW = '(extract(epoch FROM now()) * 1000)::bigint'
/** One that ends later than any window may was begun while that time was wrong. $4: milliseconds of the longest. */
const IS_OPEN = `counted.expire > ${NOW} AND counted.expire <= ${NOW} + $4::bigint`

const SYNC_COUNTS = statement({
  name: 'sync_counts',
  /** `msLeft` of its window. */
  row: { key: z.string(), points: z.number(), msLeft: z.number() },
  text: `
INSERT INTO rate_limits AS counted (key, points, expire)
SELECT key, points, ${NOW} + ms_left FROM unnest($1::text[], $2::int[], $3::bigint[]) sent(key, points, ms_left)
ON CONFLICT (key) DO UPDATE SET
  points = CASE WHEN ${IS_OPEN} THEN counted.points ELSE 0 END + excluded.points,
  expire = CASE WHEN ${IS_OPEN} THEN counted.expire ELSE excluded.expire END
RETURNING key, points, expire - ${NOW} AS ms_left`,
})

type Unsent = { key: string; count: Count; points: number }

/** Adds to what all processes have counted. @returns what that is, by key */
const addToAll = async (db: Db, unsent: Unsent[], now: number) => {
  const left = unsent.map(({ count }) => Math.ceil(count.ends - now))
  const longest = Math.max(...unsent.map(({ count }) => count.seconds * 1000))
  const columns = [unsent.map(({ key }) => key), unsent.map(({ points }) => points), left]
  const rows = await db.query(SYNC_COUNTS, [...columns, longest])
  return new Map(rows.map((row) => [row.key, row]))
}

/**
 * Counts in the process, at no cost to the hot path, and syncs with the other processes through the database: they know
 * each other's counts a second later (docs/decisions/042). While the database is away, each counts for itself.
 * @returns counts one more of `key`, or answers the milliseconds to wait where the limit is reached
 */
export const sharedCounters = (db: Db) => {
  const counts = new Map<string, Count>()
  let isPlanned = false

  const due = (now: number) => {
    for (const [key, { ends }] of counts) if (ends <= now) counts.delete(key)
    const unsynced = [...counts].filter(([, { total, unsent, syncFrom }]) => unsent > 0 && total + unsent >= syncFrom)
    // In one order in every process, so that two of them never wait for each other's rows.
    return unsynced.slice(0, BATCH).sort(([a], [b]) => (a < b ? -1 : 1))
  }
  const sync = async () => {
    const now = performance.now()
    const sent = due(now).map(([key, count]) => ({ key, count, points: count.unsent }))
    if (sent.length === 0) return
    const known = await addToAll(db, sent, now)
    for (const { key, count, points } of sent) {
      const row = known.get(key)
      if (!row) continue
      count.unsent -= points
      count.total = row.points
      count.ends = now + row.msLeft
    }
  }
  // What could not be written now is written with the next count.
  const run = () =>
    sync()
      .catch(() => undefined)
      .finally(() => {
        isPlanned = false
      })

  return (key: string, { points, seconds }: Limit): number | undefined => {
    const now = performance.now()
    const known = counts.get(key)
    const isNew = !known || known.ends <= now
    const count = isNew ? { total: 0, unsent: 0, ends: now + seconds * 1000, syncFrom: points * SHARE, seconds } : known
    if (isNew) counts.set(key, count)
    if (count.total + count.unsent >= points) return count.ends - now
    count.unsent++
    if (!isPlanned) setTimeout(run, SYNC_INTERVAL).unref()
    isPlanned = true
    return undefined
  }
}
