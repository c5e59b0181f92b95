import { z } from 'zod'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'

/** What may be counted of a key within so many seconds. */
type Limit = { points: number; seconds: number }

/**
 * `total`: what is known of all processes; `unsent`: what this one has not written to the database yet, which it does
 * from `syncFrom` points on; `ends` in Unix milliseconds.
 */
type Count = { total: number; unsent: number; ends: number; syncFrom: number }

/** Milliseconds between two writes to the database. */
const SYNC_INTERVAL = 1000
/** A key is written from this share of its limit on, so that ordinary visitors cost no writes. */
const SHARE = 0.1
/** Keys of one write. */
const BATCH = 1000

const SYNC_COUNTS = statement({
  name: 'sync_counts',
  row: { key: z.string(), points: z.number(), expire: z.number().nullable() },
  text: `
INSERT INTO rate_limits AS counted (key, points, expire) SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[])
ON CONFLICT (key) DO UPDATE SET
  points = CASE WHEN counted.expire > $4 THEN counted.points ELSE 0 END + excluded.points,
  expire = CASE WHEN counted.expire > $4 THEN counted.expire ELSE excluded.expire END
RETURNING key, points, expire`,
})

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
    const now = Date.now()
    const sent = due(now).map(([key, count]) => ({ key, count, points: count.unsent, ends: count.ends }))
    if (sent.length === 0) return
    const columns = [sent.map(({ key }) => key), sent.map(({ points }) => points), sent.map(({ ends }) => ends)]
    const rows = await db.query(SYNC_COUNTS, [...columns, now])
    const known = new Map(rows.map((row) => [row.key, row]))
    for (const { key, count, points } of sent) {
      const row = known.get(key)
      if (!row) continue
      count.unsent -= points
      count.total = row.points
      count.ends = row.expire ?? count.ends
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
    const now = Date.now()
    const known = counts.get(key)
    const isNew = !known || known.ends <= now
    const count = isNew ? { total: 0, unsent: 0, ends: now + seconds * 1000, syncFrom: points * SHARE } : known
    if (isNew) counts.set(key, count)
    if (count.total + count.unsent >= points) return count.ends - now
    count.unsent++
    if (!isPlanned) setTimeout(run, SYNC_INTERVAL).unref()
    isPlanned = true
    return undefined
  }
}
