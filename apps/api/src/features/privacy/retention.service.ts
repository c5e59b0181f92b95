import { type RetentionRule, retentionRules } from '@hotvote/shared/operator/health'
import { and, isNotNull, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { onlyRow } from '../../platform/db/aggregates.ts'
import { type Db, forLog } from '../../platform/db/client.ts'
import { deleteExpired } from '../../platform/db/expired.ts'
import { endRule, isRuleDue } from '../../platform/db/retention-runs.ts'
import { bans, capturedEmails, operations } from '../../platform/db/schema/index.ts'
import { statement } from '../../platform/db/statement.ts'
import { FILE_TASKS } from '../../platform/jobs/queue.ts'
import { deleteGivenUpJobs, retryGivenUpJobs } from '../../platform/jobs/queue-tables.ts'
import { removeIdleVisitors } from '../users/purge.service.ts'

const before = (days: number) => sql`now() - make_interval(days => ${days}::int)`

/** Reads entries in id order and stops at the first recent entry (docs/decisions/030). */
const BLANK_ADDRESSES = statement({
  name: 'blank_audit_addresses',
  row: { looked: z.number(), blanked: z.number() },
  text: `
WITH step AS MATERIALIZED (
  SELECT id, created_at < now() - make_interval(days => $1) AS is_old FROM audit_log
  WHERE id > (SELECT through FROM retention_runs WHERE rule = 'addresses') ORDER BY id LIMIT $2),
old AS MATERIALIZED (
  SELECT id FROM step WHERE id < coalesce((SELECT min(id) FROM step WHERE NOT is_old), 9223372036854775807)),
blanked AS (
  UPDATE audit_log SET context = context || '{"ip": null}'
  FROM old WHERE audit_log.id = old.id AND context ->> 'ip' IS NOT NULL RETURNING audit_log.id),
noted AS (
  UPDATE retention_runs SET through = (SELECT max(id) FROM old)
  WHERE rule = 'addresses' AND EXISTS (SELECT FROM old))
SELECT (SELECT count(*) FROM old) AS looked, (SELECT count(*) FROM blanked) AS blanked`,
})

const blankAuditAddresses = async (db: Db, days: number, count: number) =>
  onlyRow(await db.query(BLANK_ADDRESSES, [days, count]))

const blankOperationAddresses = async ({ orm }: Db, days: number) => {
  const isOld = and(lt(operations.endedAt, before(days)), sql`${operations.input} ? 'ip'`)
  const { rowCount } = await orm
    .update(operations)
    .set({ input: sql`${operations.input} - 'ip'` })
    .where(isOld)
  return rowCount ?? 0
}

/** Keeps the newest operation of each kind, because the operator's screen still shows that operation. */
const deleteOldOperations = (db: Db, days: number) => {
  const newest = sql`(SELECT max(other.id) FROM operations other WHERE other.kind = ${operations.kind})`
  const isOld = and(isNotNull(operations.endedAt), lt(operations.endedAt, before(days)))
  return deleteExpired(db, operations, sql`${isOld} AND ${operations.id} < ${newest}`)
}

const deleteOldCaptured = (db: Db, days: number) =>
  deleteExpired(db, capturedEmails, lt(capturedEmails.createdAt, before(days)))

/** A banned network's hash is deleted after the retention period for addresses. */
const deleteEndedBans = (db: Db, days: number) =>
  deleteExpired(db, bans, sql`${bans.network} IS NOT NULL AND least(${bans.liftedAt}, ${bans.until}) < ${before(days)}`)

type RetentionDeps = Pick<Deps, 'db' | 'log' | 'config'>
type Removal = (deps: RetentionDeps, days: number, shutdown: AbortSignal) => Promise<number>

const BATCH = 1000

const inBatches = async (shutdown: AbortSignal, next: () => Promise<{ isFull: boolean; removed: number }>) => {
  let sum = 0
  for (let isFull = true; isFull && !shutdown.aborted; ) {
    const batch = await next()
    sum += batch.removed
    isFull = batch.isFull
  }
  return sum
}

const removals: Record<RetentionRule, Removal> = {
  visitors: removeIdleVisitors,
  addresses: async ({ db }, days, shutdown) => {
    const ofWork = await blankOperationAddresses(db, days)
    const ofEntries = await inBatches(shutdown, async () => {
      const { looked, blanked } = await blankAuditAddresses(db, days, BATCH)
      return { isFull: looked === BATCH, removed: blanked }
    })
    return ofWork + ofEntries + (await deleteEndedBans(db, days))
  },
  operations: async ({ db }, days, shutdown) => {
    const work = await deleteOldOperations(db, days)
    const jobs = await inBatches(shutdown, async () => {
      const removed = await deleteGivenUpJobs(db, days, { count: BATCH, kept: FILE_TASKS })
      return { isFull: removed === BATCH, removed }
    })
    return work + jobs
  },
  'captured-emails': ({ db }, days) => deleteOldCaptured(db, days),
}

const apply = async (deps: RetentionDeps, rule: RetentionRule, shutdown: AbortSignal) => {
  const days = deps.config.retention[rule]
  if (!(await isRuleDue(deps.db, rule, days))) return
  try {
    const removed = await removals[rule](deps, days, shutdown)
    if (!shutdown.aborted) await endRule(deps.db, rule, removed)
  } catch (failure) {
    deps.log.error({ rule, ...forLog(failure) }, 'retention failed')
  }
}

const retryFiles = async ({ db, log }: RetentionDeps, shutdown: AbortSignal) => {
  try {
    await inBatches(shutdown, async () => {
      const retried = await retryGivenUpJobs(db, FILE_TASKS, BATCH)
      return { isFull: retried === BATCH, removed: 0 }
    })
  } catch (failure) {
    log.error(forLog(failure), 'could not retry failed file jobs')
  }
}

/** Runs each rule once a day. The next job, ten minutes later, retries failures (docs/decisions/030). */
export const applyRetention = async (deps: RetentionDeps, shutdown: AbortSignal): Promise<void> => {
  await retryFiles(deps, shutdown)
  for (const rule of retentionRules) if (!shutdown.aborted) await apply(deps, rule, shutdown)
}
