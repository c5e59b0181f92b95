import { TRASH_DAYS } from '@hotvote/shared/limits'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { splitIntoChunks } from '../domain/chunks.ts'
import { UPLOAD_ABANDONED_MINUTES } from '../domain/upload-time.ts'
import { IS_COUNTED } from '../features/voting/counted-votes.sql.ts'
import { recordOperator } from '../platform/audit/audit-log.ts'
import { withTx } from '../platform/db/client.ts'
import { lockRows } from '../platform/db/locks.ts'
import * as schema from '../platform/db/schema/index.ts'
import { media, users } from '../platform/db/schema/index.ts'
import { DISTRIBUTED_TABLES } from '../platform/db/schema/rating.ts'
import { type Statement, statement } from '../platform/db/statement.ts'
import { FAILED_JOBS, OVERDUE_JOBS } from '../platform/jobs/queue-tables.ts'
import type { Check, Site } from './check.ts'

/** Lists the names of indexes and constraints a table must have. Omits foreign keys that `pnpm distribute` drops. */
const listParts = (table: PgTable, hasCitus: boolean): string[] => {
  const { name, columns, indexes, checks, foreignKeys, primaryKeys } = getTableConfig(table)
  const mayMissKeys = hasCitus && DISTRIBUTED_TABLES.includes(name)
  return [
    ...primaryKeys.map((key) => key.getName()),
    ...columns.filter(({ primary }) => primary).map(() => `${name}_pkey`),
    ...indexes.map(({ config }) => config.name ?? ''),
    ...checks.map((check) => check.name),
    ...(mayMissKeys ? [] : foreignKeys.map((key) => key.getName())),
  ]
}

const tables = Object.values<unknown>(schema).filter((one): one is PgTable => is(one, PgTable))

/** Also checks triggers, because PostgreSQL enforces foreign keys through triggers, which can be disabled. */
const STRUCTURE = statement({
  name: 'checkup_structure',
  row: { name: z.string(), works: z.boolean() },
  text: `
SELECT relname::text AS name, indisvalid AND indisready AS works
FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE relnamespace = 'public'::regnamespace
UNION ALL
SELECT conname::text, convalidated AND NOT EXISTS (
  SELECT FROM pg_trigger WHERE tgconstraint = con.oid AND tgenabled IN ('D', 'R'))
FROM pg_constraint con WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'c', 'f')
UNION ALL
SELECT tgname::text, tgenabled IN ('O', 'A') FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
WHERE relnamespace = 'public'::regnamespace AND NOT tgisinternal
UNION ALL
SELECT extname::text, true FROM pg_extension WHERE extname = 'citus'`,
})

export const structure: Check = {
  title: 'Constraints and indexes',
  look: async ({ db }) => {
    const rows = await db.query(STRUCTURE)
    const hasCitus = rows.some(({ name }) => name === 'citus')
    const expected = ['audit_log_only_grows', ...tables.flatMap((table) => listParts(table, hasCitus))]
    const missing = expected.filter((name) => !rows.some((row) => row.name === name))
    const broken = expected.filter((name) => rows.some((row) => row.name === name && !row.works))
    return {
      wrong: [
        ...missing.map((name) => `${name} is missing`),
        ...broken.map((name) => `${name} is not valid, or is switched off`),
      ],
    }
  },
}

const rowCheck = (check: Omit<Check, 'look'>, text: string): Check => {
  const name = `checkup_${check.title.toLowerCase().replaceAll(' ', '_')}`
  const asked = statement({ name, row: { example: z.string() }, text })
  return { ...check, look: async ({ db }) => ({ wrong: (await db.query(asked)).map(({ example }) => example) }) }
}

const IS_HIDDEN = 'EXISTS (SELECT FROM reported_media WHERE media_id = media.id AND is_hidden AND decided_at IS NULL)'

const shownItems = rowCheck(
  { title: 'Shown and hidden items' },
  `
SELECT 'the catalog has no row, so no item can be published' AS example WHERE NOT EXISTS (SELECT FROM catalog)
UNION ALL SELECT format('item %s has position %s, after the last one of the catalog', media.id, position)
FROM media, catalog WHERE position > last_position
UNION ALL SELECT format('item %s is published, but has no position and is shown to no visitor', id)
FROM media WHERE status = 'ready' AND position IS NULL AND NOT ${IS_HIDDEN}
UNION ALL SELECT format('item %s is hidden until its reports are reviewed, but has a position and is shown', id)
FROM media WHERE position IS NOT NULL AND ${IS_HIDDEN}`,
)

/** Excludes waiting items with a review cause, because they may have been published before. */
const WAS_NEVER_PUBLISHED = `(status = 'pending' OR status = 'waiting' AND review_cause IS NULL)`

/** A distributed database lacks some foreign keys, so orphaned votes and views are possible. */
const votes = rowCheck(
  { title: 'Votes and views' },
  `
SELECT format('user %s voted on item %s, but the user or the item no longer exists', user_id, media_id) AS example
FROM votes LEFT JOIN users ON users.id = user_id LEFT JOIN media ON media.id = media_id WHERE users.id IS NULL OR media.id IS NULL
UNION ALL SELECT format('user %s viewed item %s, but the user or the item no longer exists', user_id, media_id)
FROM views LEFT JOIN users ON users.id = user_id LEFT JOIN media ON media.id = media_id WHERE users.id IS NULL OR media.id IS NULL
UNION ALL SELECT format('user %s voted on item %s, which was never published', user_id, media_id)
FROM media JOIN votes ON media_id = media.id WHERE ${WAS_NEVER_PUBLISHED}
UNION ALL SELECT format('user %s viewed item %s, which was never published', user_id, media_id)
FROM media JOIN views ON media_id = media.id WHERE ${WAS_NEVER_PUBLISHED}`,
)

const IS_OPEN = 'EXISTS (SELECT FROM reports WHERE reports.media_id = queued.media_id AND settled_at IS NULL)'

const reviewQueue = rowCheck(
  { title: 'Review queue' },
  `
SELECT format('item %s waits for a decision, but is in no review', id) AS example
FROM media WHERE status = 'waiting' AND review_cause IS NULL AND NOT EXISTS (SELECT FROM look_alikes WHERE media_id = media.id)
UNION ALL SELECT format('item %s was reported, but is not in the review queue', media_id)
FROM reports WHERE settled_at IS NULL AND NOT EXISTS (
  SELECT FROM reported_media queued WHERE queued.media_id = reports.media_id AND decided_at IS NULL) GROUP BY media_id
UNION ALL SELECT format('item %s is in the review queue, but is gone or has no open report', media_id)
FROM reported_media queued LEFT JOIN media ON media.id = media_id AND status = 'ready'
WHERE decided_at IS NULL AND (media.id IS NULL OR NOT ${IS_OPEN})`,
)

const leftovers = rowCheck(
  { title: 'Unfinished uploads and deletions', needsWorker: true },
  `
SELECT format('item %s is an upload that never ended', id) AS example
FROM media WHERE status = 'pending' AND created_at < now() - interval '${UPLOAD_ABANDONED_MINUTES + 15} minutes'
UNION ALL SELECT format('item %s was deleted more than a day ago, but is not erased', id)
FROM media WHERE status = 'deleted' AND updated_at < now() - interval '1 day'
UNION ALL SELECT format('item %s should have left the trash', id)
FROM media WHERE status = 'trashed' AND trashed_at < now() - interval '${TRASH_DAYS + 1} days'
UNION ALL SELECT format('user %s was deleted more than a day ago, but is not erased', id)
FROM users WHERE deleted_at < now() - interval '1 day'`,
)

const failedJobs = rowCheck({ title: 'Failed jobs' }, FAILED_JOBS)
const overdueJobs = rowCheck({ title: 'Overdue jobs', needsWorker: true }, OVERDUE_JOBS)

export const rowChecks = [shownItems, votes, reviewQueue, leftovers, failedJobs, overdueJobs]

type Wanted = (column: string) => string
const all: Wanted = () => 'true'
const given: Wanted = (column) => `${column} = ANY ($1::bigint[])`

/** Totals exclude set-aside votes (docs/decisions/032). Deleted items lose votes in batches, so they are skipped. */
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

/** Visitors are never shown items up to `rated_through`, so they must have rated all of them (docs/decisions/003). */
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

/** Rows per transaction, kept small so that votes don't have to wait. */
const BATCH = 50

const recount = async (site: Site, { name, table, repair }: Counter, rows: { id: number }[]): Promise<number> => {
  const ids = rows.map(({ id }) => id)
  for (const batch of splitIntoChunks(ids, BATCH))
    await withTx(site, async (tx) => {
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
