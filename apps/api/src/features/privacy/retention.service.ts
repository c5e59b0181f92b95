import { type RetentionRule, retentionRules } from '@hotvote/shared/operator/health'
import { and, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { type Db, forLog } from '../../platform/db/client.ts'
import { deleteExpired } from '../../platform/db/expired.ts'
import { endRule, isRuleDue } from '../../platform/db/retention-runs.ts'
import { auditLog, bans, capturedEmails, operations } from '../../platform/db/schema/index.ts'
import { FILE_TASKS } from '../../platform/jobs/queue.ts'
import { deleteGivenUpJobs, retryGivenUpJobs } from '../../platform/jobs/queue-tables.ts'
import { removeIdleVisitors } from '../users/purge.service.ts'

const before = (days: number) => sql`now() - make_interval(days => ${days}::int)`

const BATCH = 1000

/** A partial index covers the entries that still have an address. */
const blankAuditAddresses = async ({ orm }: Db, days: number) => {
  const { id, context, createdAt } = auditLog
  const isOld = and(sql`${context} ->> 'ip' IS NOT NULL`, lt(createdAt, before(days)))
  const old = orm.select({ id }).from(auditLog).where(isOld).limit(BATCH)
  const { rowCount } = await orm
    .update(auditLog)
    .set({ context: sql`${context} || '{"ip": null}'` })
    .where(inArray(id, old))
  return rowCount ?? 0
}

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

/** Repeats `next` while it changes whole batches. Returns the number of changed rows. */
const inBatches = async (shutdown: AbortSignal, next: () => Promise<number>) => {
  let [sum, last] = [0, BATCH]
  while (last === BATCH && !shutdown.aborted) {
    last = await next()
    sum += last
  }
  return sum
}

const removals: Record<RetentionRule, Removal> = {
  visitors: removeIdleVisitors,
  addresses: async ({ db }, days, shutdown) => {
    const ofWork = await blankOperationAddresses(db, days)
    const ofEntries = await inBatches(shutdown, () => blankAuditAddresses(db, days))
    return ofWork + ofEntries + (await deleteEndedBans(db, days))
  },
  operations: async ({ db }, days, shutdown) => {
    const work = await deleteOldOperations(db, days)
    const removeJobs = () => deleteGivenUpJobs(db, days, { count: BATCH, kept: FILE_TASKS })
    return work + (await inBatches(shutdown, removeJobs))
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
    await inBatches(shutdown, () => retryGivenUpJobs(db, FILE_TASKS, BATCH))
  } catch (failure) {
    log.error(forLog(failure), 'could not retry failed file jobs')
  }
}

/** Runs each rule once a day. The next job, ten minutes later, retries failures (docs/decisions/030). */
export const applyRetention = async (deps: RetentionDeps, shutdown: AbortSignal): Promise<void> => {
  await retryFiles(deps, shutdown)
  for (const rule of retentionRules) if (!shutdown.aborted) await apply(deps, rule, shutdown)
}
