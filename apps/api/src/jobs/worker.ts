import { EventEmitter } from 'node:events'
import { operationKinds } from '@hotvote/shared/operations'
import { parseCronItems, run, type WorkerEvents, Logger as WorkerLogger } from 'graphile-worker'
import type { Logger } from 'pino'
import type { Database } from '../db/client.ts'
import type { Tasks } from './queue.ts'
import { showLife } from './workers.ts'

/**
 * What each task does; `shutdown` is aborted when the process ends. A task that throws is tried again later, with
 * growing pauses.
 */
export type TaskList = { [Name in keyof Tasks]: (payload: Tasks[Name], shutdown: AbortSignal) => Promise<unknown> }

/** Cron pattern to task. */
const SCHEDULE = ['sweep-uploads', 'forget-expired', 'roll-up-days', 'erase-ratings'].map((task) => ({
  match: '*/10 * * * *',
  task,
  options: { backfillPeriod: 0 },
}))

/** Quick jobs at a time. Long work has places of its own, one a kind, so that no mail waits for it. */
const QUICK = 2
const CONCURRENCY = QUICK + operationKinds.length

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const

type Options = {
  /** No other process can be at work with this database: what is taken was left by one that was killed. */
  isAlone?: boolean
}

/** Runs jobs of the queue in this process until it is stopped. */
export const startWorker = async (deps: { db: Database; log: Logger }, tasks: TaskList, { isAlone }: Options = {}) => {
  const { db, log } = deps
  const shutdown = new AbortController()
  const events: WorkerEvents = new EventEmitter()
  const pool = new Promise<string>((done) => events.once('pool:create', ({ workerPool }) => done(workerPool.id)))
  const runner = await run({
    pgPool: db.pool,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    events,
    logger: new WorkerLogger(() => (level, message) => log[levels[level]]({ worker: true }, message.slice(0, 200))),
    // graphile-worker hands over whatever was queued; `addJob` is the only one that queues, and it is typed.
    taskList: Object.fromEntries(
      Object.entries(tasks).map(([name, task]) => [
        name,
        (payload: unknown) => task(payload as never, shutdown.signal).then(() => undefined),
      ]),
    ),
    parsedCronItems: parseCronItems(SCHEDULE),
  })
  const life = await showLife(deps, await pool, { isAlone })
  return {
    stop: async () => {
      const stopped = runner.stop()
      shutdown.abort()
      await stopped
      await life.end()
    },
  }
}
