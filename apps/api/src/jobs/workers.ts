import { eq, max, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { countWhere, onlyRow } from '../db/aggregates.ts'
import type { Database, Db } from '../db/client.ts'
import { workers } from '../db/schema/index.ts'
import { statement } from '../db/statement.ts'
import { KEYLESS } from './queue.ts'

/** Milliseconds between two heartbeats of a process that takes jobs. */
const HEARTBEAT_INTERVAL = 5000
/**
 * Seconds without a heartbeat after which a process, or its run of an operation, counts as dead and others take its jobs.
 * graphile-worker itself would wait four hours.
 */
export const HEARTBEAT_TIMEOUT = 30

/** Milliseconds in which a process has learned what it took, and written how it ended: each takes two statements at most. */
export const outcomeTimeout = ({ pool: { options } }: Database) =>
  Math.max(HEARTBEAT_TIMEOUT * 1000, 2 * ((options.connectionTimeoutMillis ?? 0) + (options.query_timeout ?? 0)))

/**
 * Gives back the jobs of processes that are gone. One that is not listed may just have begun: its jobs have to be old,
 * unless this process is the only one.
 */
const FREE_JOBS = statement({
  name: 'free_jobs',
  text: `
WITH forgotten AS (DELETE FROM workers WHERE id <> $1 AND seen_at < now() - make_interval(secs => 20 * $2)),
gone AS (
  SELECT DISTINCT locked_by FROM graphile_worker.jobs
  WHERE locked_by <> $1 AND ($3 OR locked_at < now() - make_interval(secs => $2))
    AND ($3 OR locked_by NOT IN (SELECT id FROM workers WHERE seen_at >= now() - make_interval(secs => $2))))
SELECT FROM graphile_worker.force_unlock_workers(ARRAY(SELECT locked_by FROM gone)) WHERE EXISTS (SELECT FROM gone)`,
})

/**
 * Gives back the jobs of this process that it does not know of: the answer that would have brought them was lost, or came too
 * late. graphile-worker asks again then, and gets others.
 */
const FREE_UNKNOWN_JOBS = statement({
  name: 'free_unknown_jobs',
  text: `
WITH freed AS (
  UPDATE graphile_worker._private_jobs SET locked_by = NULL, locked_at = NULL
  WHERE locked_by = $1 AND locked_at < now() - make_interval(secs => $2) AND id <> ALL ($3::bigint[])
  RETURNING job_queue_id)
UPDATE graphile_worker._private_job_queues SET locked_by = NULL, locked_at = NULL
WHERE locked_by = $1 AND id IN (SELECT job_queue_id FROM freed)`,
})

/** graphile-worker gives back what has been taken for four hours, whoever is at it: a second one would begin beside it. */
const KEEP_JOBS = statement({
  name: 'keep_jobs',
  text: `
WITH kept AS (
  UPDATE graphile_worker._private_jobs SET locked_at = now()
  WHERE locked_by = $1 AND locked_at < now() - interval '1 hour' AND id = ANY ($2::bigint[])
  RETURNING job_queue_id)
UPDATE graphile_worker._private_job_queues SET locked_at = now()
WHERE locked_by = $1 AND id IN (SELECT job_queue_id FROM kept)`,
})

/**
 * A job that is replaced while it runs loses its key and its attempts, and goes when it ends. When its process died instead, it
 * would be taken for one that failed for good. Jobs of the schedule have no key from the beginning, nor those of the tasks $1.
 */
const DROP_REPLACED_JOBS = statement({
  name: 'drop_replaced_jobs',
  text: `
SELECT FROM graphile_worker.complete_jobs(ARRAY(
  SELECT job.id FROM graphile_worker._private_jobs job JOIN graphile_worker._private_tasks task ON task.id = task_id
  WHERE key IS NULL AND attempts >= max_attempts AND locked_at IS NULL AND identifier <> ALL ($1::text[])
    AND NOT payload::jsonb ? '_cron'))`,
})

/** `jobs`: the ids of those that this process has. */
type Taker = { id: string; jobs: () => string[] }

const tendJobs = async (db: Database, { id, jobs }: Taker, isAlone: boolean) => {
  await db.query(FREE_JOBS, [id, HEARTBEAT_TIMEOUT, isAlone])
  await db.query(FREE_UNKNOWN_JOBS, [id, outcomeTimeout(db) / 1000, jobs()])
  await db.query(KEEP_JOBS, [id, jobs()])
  await db.query(DROP_REPLACED_JOBS, [KEYLESS])
}

const recordHeartbeat = async (db: Db, id: string) => {
  const beat = { target: workers.id, set: { seenAt: sql`now()` } }
  await db.orm.insert(workers).values({ id }).onConflictDoUpdate(beat).prepare('worker_beat').execute()
}

/** Writes regularly that this process is alive, frees the jobs that no process has, and keeps its own. */
export const startWorkerHeartbeat = async (
  { db, log }: { db: Database; log: Logger },
  taker: Taker,
  { isAlone = false }: { isAlone: boolean | undefined },
) => {
  const { id } = taker
  await recordHeartbeat(db, id)
  await tendJobs(db, taker, isAlone)
  const beat = async () => {
    await recordHeartbeat(db, id)
    await tendJobs(db, taker, false)
  }
  const lost = (error: Error) => log.warn({ reason: error.name }, 'no sign of life of the worker')
  let beating: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    beating = beat().catch(lost)
  }, HEARTBEAT_INTERVAL)
  return {
    /** `deletesRow`: no job runs any more. Else they are others' when it has been silent for long enough. */
    end: async ({ deletesRow }: { deletesRow: boolean }) => {
      clearInterval(timer)
      await beating
      if (deletesRow) await db.orm.delete(workers).where(eq(workers.id, id)).catch(lost)
    },
  }
}

/** How many processes take jobs at the moment, and when the last sign of life of one came. */
export const workersSeen = async (db: Db) => {
  const isAlive = sql`${workers.seenAt} >= now() - make_interval(secs => ${HEARTBEAT_TIMEOUT})`
  return onlyRow(await db.orm.select({ alive: countWhere(isAlive), lastSeen: max(workers.seenAt) }).from(workers))
}
