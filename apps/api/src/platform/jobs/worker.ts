import { hash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { operationKinds } from '@hotvote/shared/operator/operations'
import { PgBoss, systemClock } from 'pg-boss'
import type { Logger } from 'pino'
import { describeError } from '../../domain/error-text.ts'
import { taskNames } from '../../domain/task-names.ts'
import { type Database, forLog, getCause } from '../db/client.ts'
import { QUEUE_SCHEMA } from '../db/queue-schema.ts'
import { FILE_TASKS, JobDelayed, SCHEDULED_TASKS, type Tasks } from './queue.ts'
import { insertScheduledJobs, listDueQueues } from './queue-tables.ts'
import { repeat } from './repeat.ts'
import { listWorker } from './workers.ts'

/** `shutdown` aborts on exit, or if another process takes over the job. Failed tasks are retried with backoff. */
export type TaskList = { [Name in keyof Tasks]: (payload: Tasks[Name], shutdown: AbortSignal) => Promise<unknown> }

/** Maximum concurrent jobs per process; the default is one. */
const CONCURRENCY: Partial<Record<keyof Tasks, number>> = {
  ...Object.fromEntries(FILE_TASKS.map((task) => [task, 2])),
  'send-mail': 2,
  // Concurrency keeps a slow screening service from delaying other uploads much.
  'screen-upload': 4,
  'run-operation': operationKinds.length,
}

type Options = {
  isScheduled?: boolean
  /** Milliseconds. */
  pollInterval?: number
}

type WorkerDeps = { db: Database; log: Logger }

/** Prepares each statement once per connection, because planning is most of the cost of polling. */
const toQuery = (text: string, values: unknown[] = []) => {
  const isSingle = !text.includes(';')
  return { ...(isSingle && { name: `pgboss_${hash('sha1', text)}` }), text, values }
}

/** Closes the connection after a failed statement, which may have left a transaction open. */
const executorOn = ({ pool }: Database) => ({
  executeSql: async (text: string, values?: unknown[]) => {
    const client = await pool.connect()
    let failed = true
    try {
      const result = await client.query(toQuery(text, values))
      failed = false
      return result
    } finally {
      client.release(failed)
    }
  },
})

/** Milliseconds. */
const LOG_INTERVAL = 10_000

/** Monotonic clock, so changes to the system time cannot pause the queue. */
const clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() }

const logFailures = (boss: PgBoss, log: Logger) => {
  let next = 0
  boss.on('error', (failure) => {
    if (performance.now() < next) return
    next = performance.now() + LOG_INTERVAL
    log.warn(forLog(failure), 'job queue unavailable')
  })
  boss.on('warning', ({ message }) => log.debug({ worker: true }, message))
}

const queueScheduled = async ({ db }: WorkerDeps) => {
  await insertScheduledJobs(db, SCHEDULED_TASKS, { every: '10 minutes', from: '2026-01-01T00:00Z' })
  await insertScheduledJobs(db, ['mail-digest'], { every: '1 day', from: '2026-01-01T07:00Z' })
}

/** Milliseconds. */
const SCHEDULE_INTERVAL = 30_000

const startSchedule = (deps: WorkerDeps) =>
  repeat(SCHEDULE_INTERVAL, () =>
    queueScheduled(deps).catch((failure: unknown) =>
      deps.log.warn(forLog(failure), 'scheduler is waiting for the database'),
    ),
  )

/** Finds the due jobs of all queues with one statement, because a poll of each queue costs far more. */
const startPolling = ({ db, log }: WorkerDeps, interval: number, wake: (name: string) => void) =>
  repeat(interval, async () => {
    try {
      for (const { name } of await listDueQueues(db)) wake(name)
    } catch (failure) {
      log.debug(forLog(failure), 'polling is waiting for the database')
    }
  })

/** Stores only the error's message, because database errors also contain values. */
const toStoredFailure = (failure: unknown) =>
  Object.assign(new Error(describeError(getCause(failure))), { stack: undefined })

type Place = { boss: PgBoss; tasks: TaskList; log: Logger; shutdown: AbortSignal }

/** Seconds between pg-boss's own polls of a queue, which only matter if waking its workers fails. */
const FALLBACK_POLL = 30

const takeJobs = async ({ boss, tasks, log, shutdown }: Place, name: keyof Tasks) => {
  const isSingle = SCHEDULED_TASKS.some((task) => task === name)
  const options = {
    pollingIntervalSeconds: FALLBACK_POLL,
    heartbeatRefreshSeconds: 5,
    ...(isSingle && { groupConcurrency: 1 }),
  }
  const id = await boss.work<object>(name, options, async ([job]) => {
    if (!job) return
    try {
      // The functions in `queue.ts` ensure that payloads have the right type.
      await tasks[name](job.data as never, AbortSignal.any([shutdown, job.signal]))
    } catch (failure) {
      if (!(failure instanceof JobDelayed)) log.warn({ task: name, ...forLog(failure) }, 'job failed')
      throw toStoredFailure(failure)
    }
    // Delete finished jobs, because pg-boss would keep their rows for days.
    await boss.deleteJob(name, job.id)
    boss.notifyWorker(id)
  })
  return id
}

/** Milliseconds that running jobs have to finish at shutdown. */
const STOP_TIMEOUT = 12_000
/** Maximum milliseconds for a shutdown, even if the database does not respond. */
const STOP_LIMIT = 15_000

/** Runs jobs until stopped, even after database outages. @throws if the database does not respond at startup */
export const startWorker = async (
  deps: WorkerDeps,
  tasks: TaskList,
  { isScheduled = true, pollInterval = 2_000 }: Options = {},
) => {
  const { db, log } = deps
  const shutdown = new AbortController()
  const boss = new PgBoss({
    db: executorOn(db),
    schema: QUEUE_SCHEMA,
    clock,
    schedule: false,
    reindex: false,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  })
  logFailures(boss, log)
  await boss.start()
  const unlist = listWorker(deps, randomUUID())
  const endSchedule = isScheduled ? startSchedule(deps) : undefined
  const workers = new Map<string, string[]>()
  for (const name of taskNames) {
    const places = Array.from({ length: CONCURRENCY[name] ?? 1 }, () =>
      takeJobs({ boss, tasks, log, shutdown: shutdown.signal }, name),
    )
    workers.set(name, await Promise.all(places))
  }
  const wake = (name: string) => {
    for (const id of workers.get(name) ?? []) boss.notifyWorker(id)
  }
  const endPolling = startPolling(deps, pollInterval, wake)
  return {
    stop: async () => {
      shutdown.abort()
      const stopped = Promise.all([endSchedule?.(), endPolling(), boss.stop({ timeout: STOP_TIMEOUT }).then(unlist)])
      const late = pause(STOP_LIMIT, 'late' as const, { ref: false })
      if ((await Promise.race([stopped, late])) === 'late') log.warn('stopping the worker with jobs still running')
    },
  }
}
