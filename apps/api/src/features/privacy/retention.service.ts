import { type RetentionRule, retentionRules } from '@hotvote/shared/operator/health'
import type { Deps } from '../../deps.ts'
import { forLog } from '../../platform/db/client.ts'
import { claimRule, endRule, releaseRule } from '../../platform/db/retention-runs.ts'
import { FILE_TASKS } from '../../platform/jobs/queue.ts'
import { deleteGivenUpJobs, retryGivenUpJobs } from '../../platform/jobs/queue-tables.ts'
import { removeIdleVisitors } from '../users/purge.service.ts'
import {
  blankAuditAddresses,
  blankOperationAddresses,
  deleteOldCaptured,
  deleteOldOperations,
} from './retention.queries.ts'

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
    return ofWork + ofEntries
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
  if (!(await claimRule(deps.db, rule, days))) return
  try {
    const removed = await removals[rule](deps, days, shutdown)
    if (!shutdown.aborted) return await endRule(deps.db, rule, removed)
  } catch (failure) {
    deps.log.error({ rule, ...forLog(failure) }, 'retention failed')
  }
  await releaseRule(deps.db, rule)
}

const retryFiles = async ({ db, log }: RetentionDeps, shutdown: AbortSignal) => {
  try {
    await inBatches(shutdown, async () => {
      const retried = await retryGivenUpJobs(db, FILE_TASKS, BATCH)
      return { isFull: retried === BATCH, removed: 0 }
    })
  } catch (failure) {
    log.error(forLog(failure), 'given-up jobs of files were not tried again')
  }
}

/** Runs each rule daily, and retries a failure after ten minutes (docs/decisions/030). */
export const applyRetention = async (deps: RetentionDeps, shutdown: AbortSignal): Promise<void> => {
  await retryFiles(deps, shutdown)
  for (const rule of retentionRules) if (!shutdown.aborted) await apply(deps, rule, shutdown)
}
