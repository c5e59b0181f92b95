import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { chunksOf } from '../domain/chunks.ts'
import { UPLOAD_OVER_MINUTES } from '../domain/upload-time.ts'

/** Every background task and its payload. */
export type Tasks = {
  'sweep-uploads': Record<string, never>
  'forget-expired': Record<string, never>
  'roll-up-days': Record<string, never>
  'erase-media': Record<string, never>
  'erase-accounts': Record<string, never>
  'apply-retention': Record<string, never>
  'back-up': Record<string, never>
  /** `takenDown`: ids of entries that get the hashes of the files before these are deleted. */
  'delete-files': { keys: string[]; takenDown?: number[] }
  'read-removed': { mediaId: number }
  'empty-trash': Record<string, never>
  /** `key`: that of the original. */
  'make-renditions': { key: string }
  /** `isQuiet`: a mail was sent ten minutes before; without a report since then nothing is to be told. */
  'mail-urgent-reports': { isQuiet?: true }
  'mail-digest': Record<string, never>
  'mail-nobody': Record<string, never>
  /** `problem`: why the last attempt failed, in words for the operator. */
  'send-mail': { id: string; sealed: string; problem?: string }
  'run-operation': { id: number }
  'watch-operation': { id: number }
}

/** The name of each. */
export const taskNames = Object.keys({
  'sweep-uploads': true,
  'forget-expired': true,
  'roll-up-days': true,
  'erase-media': true,
  'erase-accounts': true,
  'apply-retention': true,
  'back-up': true,
  'delete-files': true,
  'read-removed': true,
  'empty-trash': true,
  'make-renditions': true,
  'mail-urgent-reports': true,
  'mail-digest': true,
  'mail-nobody': true,
  'send-mail': true,
  'run-operation': true,
  'watch-operation': true,
} satisfies Record<keyof Tasks, true>)

type Job<Name extends keyof Tasks> = {
  name: Name
  payload: Tasks[Name]
  /** Seconds from now. */
  delay?: number
  /** There is one job of a key: a waiting one is replaced, one that is running will not be tried again. */
  key: string
  /** The smaller the sooner; 0 by itself. */
  priority?: number
  /** A waiting job of this key keeps its time. */
  keepsTime?: boolean
}

const addJob = (name: string, keyMode: 'replace' | 'preserve_run_at') =>
  statement({
    name,
    text: `
SELECT FROM graphile_worker.add_job($1, $2::json, job_key => $3, run_at => now() + make_interval(secs => $4),
  priority => $5, queue_name => $6, job_key_mode => '${keyMode}')`,
  })
const ADD_JOB = addJob('add_job', 'replace')
const ADD_JOB_ON_TIME = addJob('add_job_on_time', 'preserve_run_at')

/** Tasks that read or make files, which may take minutes: these have queues of their own, so that no mail waits for them. */
export const FILE_TASKS = ['make-renditions', 'read-removed', 'delete-files'] as const satisfies (keyof Tasks)[]
/** Their names as a list of SQL. Their jobs are never dropped, because files would stay as they are (docs/decisions/061). */
export const FILE_TASK_NAMES = FILE_TASKS.map((task) => `'${task}'`).join(', ')
/** Tasks that the schedule queues, too: one job of each at a time, whoever queued it and however long it takes. */
export const SCHEDULED_TASKS = [
  'sweep-uploads',
  'forget-expired',
  'roll-up-days',
  'erase-media',
  'erase-accounts',
  'empty-trash',
  'apply-retention',
  'back-up',
] as const satisfies (keyof Tasks)[]
/** Queues of each; of one of them one job runs at a time, whatever the number of processes. */
export const FILE_QUEUES = 2

/** Null for tasks that have none. The jobs of a `number` come one after the other. */
const queueNameOf = (name: keyof Tasks, number: number = randomInt(FILE_QUEUES)) => {
  if (SCHEDULED_TASKS.some((task) => task === name)) return name
  return FILE_TASKS.some((task) => task === name) ? `${name}-${number % FILE_QUEUES}` : null
}

/** Tasks of which a job may be added without a key. */
export const KEYLESS = ['delete-files', 'make-renditions'] as const satisfies (keyof Tasks)[]

/** Has stored files deleted, `delay` seconds from now; with a transaction's `db` the job exists if, and only if, the transaction commits. */
export const addDeletionJob = async (db: Db, payload: Tasks['delete-files'], delay = 0) => {
  const name = 'delete-files'
  await db.query(ADD_JOB, [name, JSON.stringify(payload), null, delay, 0, queueNameOf(name)])
}

/**
 * The same of files that may still be being written: now, and once more when nobody is at work on them any more. A store may complete
 * later what was given up (docs/decisions/015), and no row would lead to it.
 */
export const addUnfinishedDeletionJobs = async (db: Db, keys: string[]) => {
  if (keys.length === 0) return
  for (const delay of [0, UPLOAD_OVER_MINUTES * 60]) await addDeletionJob(db, { keys }, delay)
}

/** Files of one job: one that cannot be deleted has as many others tried again with it. */
const FILES_OF_JOB = 200

/** The same, however many. */
export const addDeletionJobs = async (db: Db, keys: string[]) => {
  for (const some of chunksOf(keys, FILES_OF_JOB)) await addDeletionJob(db, { keys: some })
}

/** Adds a job that there may be only one of, in the same way. */
export const addKeyedJob = async <Name extends keyof Tasks>(db: Db, job: Job<Name>) => {
  const { name, payload, key, delay = 0, priority = 0, keepsTime = false } = job
  const queue = queueNameOf(name, 'mediaId' in payload ? payload.mediaId : undefined)
  await db.query(keepsTime ? ADD_JOB_ON_TIME : ADD_JOB, [name, JSON.stringify(payload), key, delay, priority, queue])
}

/** The smaller the sooner; other jobs have 0. */
const RENDITION_PRIORITY = 10

/** Has the renditions of an item made: after all else that is due, so that no mail waits for pictures. */
export const addRenditionJob = async (db: Db, { id, ...payload }: Tasks['make-renditions'] & { id: number }) => {
  const name = 'make-renditions'
  await db.query(ADD_JOB, [name, JSON.stringify(payload), null, 0, RENDITION_PRIORITY, queueNameOf(name, id)])
}

const REMOVE_JOBS = statement({
  name: 'remove_jobs',
  text: 'SELECT FROM unnest($1::text[]) key, LATERAL graphile_worker.remove_job(key)',
})

/** Takes the jobs of these keys away if, and only if, the transaction commits. One that is running will not be tried again. */
export const removeKeyedJobs = (tx: Db, keys: string[]) => tx.query(REMOVE_JOBS, [keys])

const CANCEL = statement({
  name: 'cancel_job',
  row: { isCancelled: z.boolean() },
  text: 'SELECT id IS NOT NULL AND locked_at IS NULL AS is_cancelled FROM graphile_worker.remove_job($1)',
})

/** The same of one job; false when it is running, or was done. */
export const cancelJob = async (tx: Db, key: string): Promise<boolean> =>
  (await tx.query(CANCEL, [key])).some(({ isCancelled }) => isCancelled)

const DUE = statement({
  name: 'job_due',
  text: `
SELECT FROM graphile_worker.jobs
WHERE key = $1 AND (locked_at IS NOT NULL OR run_at <= now() AND attempts < max_attempts)`,
})

/**
 * Whether the job of this key is due or taken. The job of a dead process stays taken until its heartbeat is missed
 * (`workers.ts`).
 */
export const isDue = async (db: Db, key: string): Promise<boolean> => (await db.query(DUE, [key])).length > 0

/**
 * Jobs of one task: due, for later, taken by a process, and given up; seconds since the oldest one was due. One that waits
 * until another of its named queue has ended is for later: no worker could take it. Two hours are long enough for any.
 */
const QUEUE = statement({
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
WITH busy AS (
  SELECT queue_name FROM graphile_worker.jobs WHERE locked_at > now() - interval '2 hours' AND queue_name IS NOT NULL),
job AS (
  SELECT task_identifier, run_at,
    CASE WHEN locked_at IS NOT NULL THEN 'running' WHEN attempts >= max_attempts THEN 'failed'
      WHEN run_at > now() OR queue_name IN (SELECT queue_name FROM busy) THEN 'later' ELSE 'due' END AS state
  FROM graphile_worker.jobs)
SELECT coalesce(task_identifier, '') AS task, count(*) FILTER (WHERE state = 'due') AS due,
  count(*) FILTER (WHERE state = 'later') AS later, count(*) FILTER (WHERE state = 'running') AS running,
  count(*) FILTER (WHERE state = 'failed') AS failed,
  extract(epoch FROM now() - min(run_at) FILTER (WHERE state = 'due'))::int AS oldest_due
FROM job GROUP BY task_identifier ORDER BY task_identifier`,
})

/** What the queue holds, by task; a task without jobs is not among them. */
export const queueByTask = (db: Db) => db.query(QUEUE)

const MANY_WAITING = statement({
  name: 'many_jobs_waiting',
  text: `
SELECT FROM graphile_worker.jobs
WHERE task_identifier = $1 AND run_at <= now() AND attempts < max_attempts OFFSET $2 LIMIT 1`,
})

/** Jobs of a task that may wait: each look for a job reads all that wait for another of their queue, some times a second. */
const WAITING_MAX = 1000
/** Milliseconds between two looks. */
const LOOK_INTERVAL = 500

/** Whether more jobs of a task wait than may. */
const doManyWait = async (db: Db, task: (typeof FILE_TASKS)[number]): Promise<boolean> =>
  (await db.query(MANY_WAITING, [task, WAITING_MAX])).length > 0

/** Until few enough jobs of a task wait, or `signal` is aborted: what adds them by the thousand goes no faster than they are done. */
export const untilFewWait = async (db: Db, task: (typeof FILE_TASKS)[number], signal: AbortSignal) => {
  while (!signal.aborted && (await doManyWait(db, task)))
    await pause(LOOK_INTERVAL, undefined, { signal }).catch(() => undefined)
}
