import { z } from 'zod'
import { recordOperator } from '../audit/audit-log.ts'
import { withTx } from '../db/client.ts'
import { IS_COUNTED } from '../db/counted-votes.ts'
import { lockRows } from '../db/locks.ts'
import { media, users } from '../db/schema/index.ts'
import { type Statement, statement } from '../db/statement.ts'
import { chunksOf } from '../domain/chunks.ts'
import type { Check, Site } from './check.ts'

/** A condition for a column of ids: every row, or those that are given. */
type Wanted = (column: string) => string
const all: Wanted = () => 'true'
const given: Wanted = (column) => `${column} = ANY ($1::bigint[])`

/** Set-aside votes don't count (docs/decisions/032); a deleted item loses its votes step by step. */
const itemTotals = (isWanted: Wanted) => `
SELECT id, hot_votes, not_votes, media.views, coalesce(hot, 0) AS hot, coalesce(cold, 0) AS cold, coalesce(seen, 0) AS seen
FROM media
LEFT JOIN (SELECT media_id AS id, count(*) FILTER (WHERE is_hot) AS hot, count(*) FILTER (WHERE NOT is_hot) AS cold
  FROM votes WHERE ${IS_COUNTED} AND ${isWanted('media_id')} GROUP BY 1) vote USING (id)
LEFT JOIN (SELECT media_id AS id, count(*) AS seen FROM views WHERE ${isWanted('media_id')} GROUP BY 1) view USING (id)
WHERE status <> 'deleted' AND ${isWanted('id')}`

const userCounters = (isWanted: Wanted) => `
SELECT id, votes_cast, views_made, uploads, coalesce(voted, 0) AS voted, coalesce(seen, 0) AS seen, coalesce(own, 0) AS own
FROM users
LEFT JOIN (SELECT user_id AS id, count(*) AS voted FROM votes WHERE ${isWanted('user_id')} GROUP BY 1) vote USING (id)
LEFT JOIN (SELECT user_id AS id, count(*) AS seen FROM views WHERE ${isWanted('user_id')} GROUP BY 1) view USING (id)
LEFT JOIN (SELECT owner_id AS id, count(*) AS own FROM media
  WHERE status = 'ready' AND ${isWanted('owner_id')} GROUP BY 1) upload USING (id)
WHERE ${isWanted('id')}`

/** Visitors see no item up to `rated_through`, so they must have rated all of these (docs/decisions/003). */
const HIDDEN_ITEMS = `
SELECT users.id, rated_through, rated, shown
FROM users LEFT JOIN (
  SELECT user_id, count(*) AS rated FROM votes JOIN users voter ON voter.id = user_id JOIN media ON media.id = media_id
  WHERE position <= rated_through GROUP BY user_id) vote ON user_id = users.id
CROSS JOIN LATERAL (SELECT count(*) AS shown FROM media WHERE position <= rated_through AND owner_id <> users.id) item
WHERE rated_through > 0 AND coalesce(rated, 0) < shown`

const find = (name: string, text: string) =>
  statement({ name: `checkup_find_${name}`, row: { id: z.number(), example: z.string() }, text })
const repair = (name: string, text: string) => statement({ name: `checkup_repair_${name}`, text })

type Counter = {
  title: string
  /** As the audit log calls it. */
  name: string
  table: typeof media | typeof users
  find: Statement<{ id: number; example: string }>
  repair: Statement<Record<never, never>>
}

const COUNTERS: Counter[] = [
  {
    title: 'Totals of items',
    name: 'totals',
    table: media,
    find: find(
      'totals',
      `SELECT id, format('item %s says %s Hot, %s Not and %s views, but has %s, %s and %s',
        id, hot_votes, not_votes, views, hot, cold, seen) AS example
      FROM (${itemTotals(all)}) item WHERE (hot_votes, not_votes, views) IS DISTINCT FROM (hot, cold, seen)`,
    ),
    repair: repair(
      'totals',
      `UPDATE media SET hot_votes = hot, not_votes = cold, views = seen
      FROM (${itemTotals(given)}) counted WHERE media.id = counted.id`,
    ),
  },
  {
    title: 'Counters of users',
    name: 'counters',
    table: users,
    find: find(
      'counters',
      `SELECT id, format('user %s says %s votes, %s views and %s uploads, but has %s, %s and %s',
        id, votes_cast, views_made, uploads, voted, seen, own) AS example
      FROM (${userCounters(all)}) one WHERE (votes_cast, views_made, uploads) IS DISTINCT FROM (voted, seen, own)`,
    ),
    repair: repair(
      'counters',
      `UPDATE users SET votes_cast = voted, views_made = seen, uploads = own
      FROM (${userCounters(given)}) counted WHERE users.id = counted.id`,
    ),
  },
  {
    title: 'Items left to rate',
    name: 'watermarks',
    table: users,
    find: find(
      'watermarks',
      `SELECT id, format('user %s is shown nothing up to position %s, but has rated %s of %s items there',
        id, rated_through, coalesce(rated, 0), shown) AS example
      FROM (${HIDDEN_ITEMS}) one`,
    ),
    repair: repair('watermarks', 'UPDATE users SET rated_through = 0 WHERE id = ANY ($1::bigint[])'),
  },
]

/** Rows that one transaction locks, so that no vote waits long. */
const BATCH = 50

const recount = async (site: Site, { name, table, repair }: Counter, rows: { id: number }[]): Promise<number> => {
  const ids = rows.map(({ id }) => id)
  for (const batch of chunksOf(ids, BATCH))
    await withTx(site, async (tx) => {
      // Every change of a counter takes this lock first.
      await lockRows(tx, table, batch)
      await tx.query(repair, [batch])
      await recordOperator(tx, site.operator, { event: 'CHECKUP_REPAIR', context: { repaired: name, ids: batch } })
    })
  return ids.length
}

export const counters = COUNTERS.map(
  (counter): Check => ({
    title: counter.title,
    look: async (site) => {
      const rows = await site.db.query(counter.find)
      return { wrong: rows.map(({ example }) => example), fix: () => recount(site, counter, rows) }
    },
  }),
)
