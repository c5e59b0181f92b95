import { z } from 'zod'
import { onlyRow } from '../db/aggregates.ts'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'

/** All SQL on pg-boss tables is in this file. The pg-boss documentation supports direct access to `job`. */

const WAITS = `state IN ('created', 'retry')`

/** Must match the condition of pg-boss's unique index on job keys. */
const IS_NEW = `state = 'created' AND policy = 'short'`

/** Job options copied from the queue. */
const QUEUE_COLUMNS = `policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, heartbeat_seconds, deletion_seconds`
const FROM_QUEUE = `queue.policy, queue.retry_limit, queue.retry_delay, queue.retry_backoff, queue.retry_delay_max, queue.expire_seconds,
  queue.heartbeat_seconds, queue.deletion_seconds`
const FOREVER = `now() + interval '100 years'`

const ADD = statement({
  name: 'add_job',
  row: { id: z.string() },
  text: `
WITH moved AS (
  UPDATE pgboss.job SET data = $2::jsonb, start_after = CASE WHEN $6 THEN start_after ELSE now() + make_interval(secs => $4) END
  WHERE name = $1 AND COALESCE(singleton_key, '') = $3 AND ${IS_NEW} RETURNING id),
added AS (
  INSERT INTO pgboss.job (name, data, singleton_key, start_after, group_id, keep_until, ${QUEUE_COLUMNS})
  SELECT name, $2::jsonb, $3, now() + make_interval(secs => $4), $5, ${FOREVER}, ${FROM_QUEUE}
  FROM pgboss.queue WHERE name = $1 AND NOT EXISTS (SELECT FROM moved) ON CONFLICT DO NOTHING RETURNING id)
SELECT id::text FROM moved UNION ALL SELECT id::text FROM added`,
})

export type NewJob = {
  name: string
  payload: object
  /** Unique among jobs of this name that have not started; a second job replaces the first. */
  key: string
  /** Seconds from now. */
  delay?: number
  /** While one job of a group is running, `queueByTask` counts the others as `later`. */
  group?: string | undefined
  keepsTime?: boolean
}

/** Maximum number of attempts, because concurrent inserts of jobs with the same key may conflict. */
const ATTEMPTS = 10

/** If `db` is a transaction, the job is added only if the transaction commits. */
export const insertJob = async (db: Db, { name, payload, key, delay = 0, group, keepsTime = false }: NewJob) => {
  const values = [name, JSON.stringify(payload), key, delay, group ?? null, keepsTime]
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) if ((await db.query(ADD, values)).length > 0) return
  throw new Error(`No queue takes the job ${name}`)
}

const ADD_SCHEDULED = statement({
  name: 'add_scheduled_jobs',
  text: `
INSERT INTO pgboss.job (name, data, singleton_key, start_after, group_id, keep_until, ${QUEUE_COLUMNS})
SELECT name, '{}', 'scheduled', date_bin($2::interval, now(), $3::timestamptz) + $2::interval, name, ${FOREVER}, ${FROM_QUEUE}
FROM pgboss.queue WHERE name = ANY ($1) AND NOT EXISTS (
  SELECT FROM pgboss.job WHERE job.name = queue.name AND singleton_key = 'scheduled' AND (${WAITS} OR state = 'active'))
ON CONFLICT DO NOTHING`,
})

/** Adds a job for each task that has none, scheduled at a multiple of `every` since `from`. */
export const insertScheduledJobs = (
  db: Db,
  names: readonly string[],
  { every, from }: { every: string; from: string },
) => db.query(ADD_SCHEDULED, [names, every, from])

const REMOVE = statement({
  name: 'remove_job',
  row: { id: z.string() },
  text: `DELETE FROM pgboss.job WHERE name = $1 AND COALESCE(singleton_key, '') = $2 AND ${IS_NEW} RETURNING id::text`,
})

/**
 * Removes a job that has not started yet.
 * @returns false if there is none
 */
export const removeJob = async (tx: Db, name: string, key: string): Promise<boolean> =>
  (await tx.query(REMOVE, [name, key])).length > 0

const DUE_QUEUES = statement({
  name: 'due_queues',
  row: { name: z.string() },
  text: `
SELECT name FROM pgboss.queue WHERE EXISTS (
  SELECT FROM pgboss.job WHERE job.name = queue.name AND state < 'active' AND NOT blocked AND start_after <= now())`,
})

/** Lists the queues with jobs that a worker may start. */
export const listDueQueues = (db: Db) => db.query(DUE_QUEUES)

const BY_TASK = statement({
  name: 'queue_by_task',
  row: {
    task: z.string(),
    due: z.number(),
    later: z.number(),
    running: z.number(),
    failed: z.number(),
    oldestDue: z.number().nullable(),
  },
  text: `
WITH job AS (
  SELECT name, start_after, CASE WHEN state = 'active' THEN 'running' WHEN state = 'failed' THEN 'failed'
    WHEN start_after > now() OR group_id IN (SELECT group_id FROM pgboss.job WHERE state = 'active') THEN 'later' ELSE 'due' END AS state
  FROM pgboss.job WHERE state IN ('created', 'retry', 'active', 'failed')
    AND NOT (state = 'created' AND singleton_key = 'scheduled' AND start_after > now()))
SELECT name AS task, count(*) FILTER (WHERE state = 'due') AS due, count(*) FILTER (WHERE state = 'later') AS later,
  count(*) FILTER (WHERE state = 'running') AS running, count(*) FILTER (WHERE state = 'failed') AS failed,
  extract(epoch FROM now() - min(start_after) FILTER (WHERE state = 'due'))::int AS oldest_due
FROM job GROUP BY name ORDER BY name`,
})

/** Counts jobs by task and state. Excludes scheduled jobs that are not due. */
export const queueByTask = (db: Db) => db.query(BY_TASK)

const COUNTS = statement({
  name: 'job_counts',
  row: { waitingJobs: z.number(), failedJobs: z.number() },
  text: `
SELECT count(*) FILTER (WHERE state <> 'failed' AND (state <> 'created' OR start_after <= now())) AS waiting_jobs,
  count(*) FILTER (WHERE state = 'failed') AS failed_jobs
FROM pgboss.job WHERE state IN ('created', 'retry', 'active', 'failed')`,
})

export const jobCounts = async (db: Db) => onlyRow(await db.query(COUNTS))

const WAITING = statement({
  name: 'jobs_waiting',
  row: { waiting: z.number(), problem: z.string().nullable() },
  text: `
SELECT count(*) AS waiting,
  (array_agg(output ->> 'message' ORDER BY created_on DESC) FILTER (WHERE output ->> 'message' IS NOT NULL))[1] AS problem
FROM pgboss.job WHERE name = $1 AND (${WAITS} OR state = 'active')`,
})

/** `problem` is the error of the latest failed job. */
export const jobsWaiting = async (db: Db, task: string) => onlyRow(await db.query(WAITING, [task]))

/** Returns one row per failed job. */
export const FAILED_JOBS = `
SELECT format('job %s "%s" failed and is not tried again', id, name) AS example FROM pgboss.job WHERE state = 'failed'`
/** Returns one row per overdue job, except for jobs waiting for another job of their group. */
export const OVERDUE_JOBS = `
SELECT format('job %s "%s" is overdue: does a worker run?', id, name) AS example
FROM pgboss.job WHERE ${WAITS} AND start_after < now() - interval '10 minutes'
  AND NOT EXISTS (SELECT FROM pgboss.job busy WHERE busy.group_id = job.group_id AND busy.state = 'active')`

export const KEYS_TO_DELETE = `
SELECT jsonb_array_elements_text(data -> 'keys') AS key FROM pgboss.job
WHERE name = 'delete-files' AND state IN ('created', 'retry', 'active', 'failed')`

const DELETE_GIVEN_UP = statement({
  name: 'delete_given_up_jobs',
  row: { id: z.string() },
  text: `
DELETE FROM pgboss.job WHERE id IN (
  SELECT id FROM pgboss.job WHERE state = 'failed' AND name <> ALL ($3)
    AND greatest(completed_on, start_after) < now() - make_interval(days => $1) LIMIT $2)
RETURNING id::text`,
})

export const deleteGivenUpJobs = async (
  db: Db,
  days: number,
  { count, kept }: { count: number; kept: readonly string[] },
) => (await db.query(DELETE_GIVEN_UP, [days, count, kept])).length

const RETRY_GIVEN_UP = statement({
  name: 'retry_given_up_jobs',
  row: { id: z.string() },
  text: `
UPDATE pgboss.job SET state = 'retry', start_after = now(), completed_on = NULL, retry_count = retry_limit - 1 WHERE id IN (
  SELECT id FROM pgboss.job WHERE state = 'failed' AND name = ANY ($1) AND completed_on < now() - interval '1 day' LIMIT $2)
RETURNING id::text`,
})

export const retryGivenUpJobs = async (db: Db, names: readonly string[], count: number) =>
  (await db.query(RETRY_GIVEN_UP, [names, count])).length

/** Columns included in a backup. Running jobs become `retry`, because no process runs them on a restored site. */
const COPIED = `name, data, priority, state, start_after, retry_count, singleton_key, group_id, created_on, completed_on, output`
export const COPY_JOBS = `
SELECT name, data, priority, CASE state WHEN 'active' THEN 'retry' ELSE state END AS state, start_after, retry_count, singleton_key,
  group_id, created_on, completed_on, output
FROM pgboss.job WHERE state IN ('created', 'retry', 'active', 'failed') ORDER BY created_on, id`
export const RESTORED_JOBS_TABLE = `
CREATE TEMPORARY TABLE restored_jobs ON COMMIT DROP AS SELECT ${COPIED} FROM pgboss.job WITH NO DATA`
/** Skips operations, which could delete or change data when the restored site starts. */
export const RESTORE_JOBS = `
INSERT INTO pgboss.job (${COPIED}, keep_until, ${QUEUE_COLUMNS})
SELECT restored_jobs.*, ${FOREVER}, ${FROM_QUEUE} FROM restored_jobs JOIN pgboss.queue USING (name) WHERE name <> 'run-operation'`
