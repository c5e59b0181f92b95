import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { operationKinds } from '@hotvote/shared/operations'
import { parseCronItems, run, type WorkerEvents, Logger as WorkerLogger } from 'graphile-worker'
import type { Logger } from 'pino'
import { causeOf, type Database } from '../db/client.ts'
import type { Tasks } from './queue.ts'
import { releasedOnce } from './released-once.ts'
import { startHeartbeat } from './workers.ts'

/**
 * What each task does; `shutdown` is aborted when the process ends. A task that throws is tried again later, with
 * growing pauses.
 */
export type TaskList = { [Name in keyof Tasks]: (payload: Tasks[Name], shutdown: AbortSignal) => Promise<unknown> }

/** Cron pattern to task. */
const SCHEDULE = [
  'sweep-uploads',
  'forget-expired',
  'roll-up-days',
  'erase-ratings',
  'erase-accounts',
  'apply-retention',
  'back-up',
].map((task) => ({
  match: '*/10 * * * *',
  task,
  // One of a task at a time, however long it takes.
  options: { backfillPeriod: 0, queueName: task },
}))

/**
 * Quick jobs at a time. Long work has places of its own, one a kind and one each for a backup, for the erasures of
 * ratings and of accounts, and for retention, so that no mail waits for it.
 */
const QUICK = 2
const CONCURRENCY = QUICK + operationKinds.length + 4

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const

/** What graphile-worker says at each start: jobs wait for files and mails more than for connections, so that few do for many. */
const POOL_SIZE = 'WARNING: having maxPoolSize'

const loggerTo = (log: Logger) =>
  new WorkerLogger(() => (level, message) => {
    const ours = message.startsWith(POOL_SIZE) ? 'debug' : levels[level]
    log[ours]({ worker: true }, message.slice(0, 200))
  })

type Options = {
  /** No other process can be at work with this database: what is taken was left by one that was killed. */
  isAlone?: boolean
}

type WorkerDeps = { db: Database; log: Logger }

/** Without these an unhandled rejection ends the process when graphile-worker cannot write the outcome of a job. */
const PRESET = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

/** graphile-worker hands over whatever was queued; `addJob` and `addKeyedJob` are the only ones that queue, and are typed. */
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

/** Milliseconds in which the outcome of a job that has ended is written, or the run ends. */
const OUTCOME_TIMEOUT = 30_000

/** @returns the ids of the jobs that a run has, and of those whose outcome may still be on its way to the database */
const watchJobs = (events: WorkerEvents) => {
  const hadUntil = new Map<string, number>()
  events.on('job:start', ({ job }) => hadUntil.set(job.id, Number.POSITIVE_INFINITY))
  events.on('job:complete', ({ job }) => hadUntil.set(job.id, performance.now() + OUTCOME_TIMEOUT))
  return () => {
    for (const [id, end] of hadUntil) if (end < performance.now()) hadUntil.delete(id)
    return [...hadUntil.keys()]
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
  const jobs = watchJobs(events)
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
  const ended = Promise.race([
    runner.promise.catch((error: Error) => log.error({ reason: error.message.slice(0, 200) }, 'worker')),
    givenUp.promise,
  ])
  const stop = async () => {
    shutdown.abort()
    const stopped = runner.stop().catch(() => undefined)
    await Promise.race([Promise.all([stopped, ended]), pause(STOP_TIMEOUT, undefined, { ref: false })])
    givenUp.resolve()
  }
  try {
    return { ended, stop, heartbeat: await startHeartbeat({ db, log }, { id: await pool, jobs }, { isAlone }) }
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
      await current.heartbeat.end()
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
