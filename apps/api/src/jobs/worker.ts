import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { operationKinds } from '@hotvote/shared/operations'
import { parseCronItems, run, type WorkerEvents, Logger as WorkerLogger } from 'graphile-worker'
import type { Logger } from 'pino'
import { causeOf, type Database } from '../db/client.ts'
import { textOf } from '../domain/error-text.ts'
import { FILE_QUEUES, FILE_TASKS, SCHEDULED_TASKS, type Tasks } from './queue.ts'
import { releasedOnce } from './released-once.ts'
import { keepQueuesGoing } from './turns.ts'
import { outcomeTimeout, startWorkerHeartbeat } from './workers.ts'

/**
 * What each task does; `shutdown` is aborted when the process ends. A task that throws is tried again later, with
 * growing pauses.
 */
export type TaskList = { [Name in keyof Tasks]: (payload: Tasks[Name], shutdown: AbortSignal) => Promise<unknown> }

/** Every ten minutes all of these, and in the morning (UTC) the operator's digest, up to noon where nothing ran then. */
const SCHEDULE = [
  ...SCHEDULED_TASKS.map((task) => ({
    match: '*/10 * * * *',
    task,
    options: { backfillPeriod: 0, queueName: task },
  })),
  { match: '0 7 * * *', task: 'mail-digest', options: { backfillPeriod: 5 * 60 * 60_000, queueName: 'mail-digest' } },
]

/**
 * Quick jobs at a time. Long work has places of its own, one a kind and one each for a backup, for the erasures of
 * ratings, of accounts and of the trash, and for retention, and so has work on files, so that no mail waits for it.
 */
const QUICK = 2
const CONCURRENCY = QUICK + operationKinds.length + 5 + FILE_TASKS.length * FILE_QUEUES

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const

/** What graphile-worker says at each start. Jobs wait for files and mails rather than for connections: they can share a few. */
const POOL_SIZE_WARNING = 'WARNING: having maxPoolSize'

const loggerTo = (log: Logger) =>
  new WorkerLogger(() => (level, message) => {
    const ours = message.startsWith(POOL_SIZE_WARNING) ? 'debug' : levels[level]
    log[ours]({ worker: true }, message.slice(0, 200))
  })

type Options = {
  /** No other process can be at work with this database: what is taken was left by one that was killed. */
  isAlone?: boolean
}

type WorkerDeps = { db: Database; log: Logger }

/** Without these an unhandled rejection ends the process when graphile-worker cannot write the outcome of a job. */
const PRESET = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

/** graphile-worker hands over whatever was queued; the functions of `queue.ts` are the only ones that queue, and are typed. */
const handlersOf = (tasks: TaskList, shutdown: AbortSignal) =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload: unknown) =>
        task(payload as never, shutdown).then(
          () => undefined,
          // The queue stores the message of a failure: that of drizzle has the values of the statement, that of the driver not.
          (failure) => Promise.reject(causeOf(failure)),
        ),
    ]),
  )

/**
 * @returns `running`: the ids of the jobs that a run does; `held`: with those whose outcome may be on its way to the database for
 *   `outcomeTimeout` milliseconds
 */
const watchJobs = (events: WorkerEvents, outcomeTimeout: number) => {
  const heldUntil = new Map<string, number>()
  events.on('job:start', ({ job }) => heldUntil.set(String(job.id), Number.POSITIVE_INFINITY))
  events.on('job:complete', ({ job }) => heldUntil.set(String(job.id), performance.now() + outcomeTimeout))
  return {
    running: () => [...heldUntil].filter(([, end]) => end === Number.POSITIVE_INFINITY).map(([id]) => id),
    held: () => {
      for (const [id, end] of heldUntil) if (end < performance.now()) heldUntil.delete(id)
      return [...heldUntil.keys()]
    },
  }
}

/**
 * Milliseconds that a run may take to end. One that could not write several outcomes at once waits for ever, and takes no more
 * jobs: it is given up, and what it had is freed as that of a dead process.
 */
const END_TIMEOUT = 10_000
/** The same when it is asked to: jobs that are under way finish first, in a part of the time that the process is given. */
const STOP_TIMEOUT = 15_000

/** One run of graphile-worker. It ends by itself when it cannot write the outcome of a job. */
const begin = async ({ db, log }: WorkerDeps, tasks: TaskList, { isAlone }: Options) => {
  const shutdown = new AbortController()
  const events: WorkerEvents = new EventEmitter()
  const jobs = watchJobs(events, outcomeTimeout(db))
  keepQueuesGoing(db, events)
  const pool = new Promise<string>((done) => events.once('pool:create', ({ workerPool }) => done(workerPool.id)))
  const givenUp = Promise.withResolvers<void>()
  events.once('pool:gracefulShutdown', () => {
    // One that was asked to end has longer.
    if (!shutdown.signal.aborted) setTimeout(givenUp.resolve, END_TIMEOUT).unref()
    shutdown.abort()
  })
  const runner = await run({
    preset: PRESET,
    pgPool: releasedOnce(db.pool),
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    events,
    logger: loggerTo(log),
    taskList: handlersOf(tasks, shutdown.signal),
    parsedCronItems: parseCronItems(SCHEDULE),
  })
  const failed = (error: unknown) => log.error({ reason: textOf(error).slice(0, 200) }, 'worker')
  const ended = Promise.race([runner.promise.catch(failed), givenUp.promise])
  const stop = async () => {
    shutdown.abort()
    const stopped = runner.stop().catch(() => undefined)
    const late = pause(STOP_TIMEOUT, 'late' as const, { ref: false })
    if ((await Promise.race([Promise.all([stopped, ended]), late])) !== 'late') return
    log.warn({ jobs: jobs.running() }, 'the worker stops without waiting any longer')
    givenUp.resolve()
  }
  try {
    const heartbeat = await startWorkerHeartbeat({ db, log }, { id: await pool, jobs: jobs.held }, { isAlone })
    const endHeartbeat = () => heartbeat.end({ deletesRow: jobs.running().length === 0 })
    return { ended, stop, endHeartbeat }
  } catch (failure) {
    await stop()
    throw failure
  }
}

/** Milliseconds between two attempts to start again. */
const RETRY_DELAY = 2000

/**
 * Runs jobs of the queue in this process until it is stopped. It starts again after an outage of the database.
 * @throws when the database does not answer at the start
 */
export const startWorker = async (deps: WorkerDeps, tasks: TaskList, options: Options = {}) => {
  const stopping = new AbortController()
  const { signal } = stopping
  let current: Awaited<ReturnType<typeof begin>> | undefined = await begin(deps, tasks, options)
  const beginAgain = async () => {
    while (!signal.aborted) {
      await pause(RETRY_DELAY, undefined, { signal }).catch(() => undefined)
      const begun = await begin(deps, tasks, {}).catch((failure: Error) => {
        deps.log.warn({ reason: failure.name }, 'the worker waits for the database')
      })
      if (begun) return begun
    }
    return undefined
  }
  const watch = async () => {
    while (current) {
      await current.ended
      await current.endHeartbeat()
      current = signal.aborted ? undefined : await beginAgain()
      if (signal.aborted) await current?.stop()
    }
  }
  const watched = watch()
  return {
    stop: async () => {
      stopping.abort()
      await current?.stop()
      await watched
    },
  }
}
