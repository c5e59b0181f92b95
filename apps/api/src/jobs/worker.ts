import { parseCronItems, run, Logger as WorkerLogger } from 'graphile-worker'
import type { Logger } from 'pino'
import type { Database } from '../db/client.ts'
import type { Tasks } from './queue.ts'

/** What each task does. A task that throws is tried again later, with growing pauses. */
export type TaskList = { [Name in keyof Tasks]: (payload: Tasks[Name]) => Promise<unknown> }

/** Cron pattern to task. */
const SCHEDULE = ['sweep-uploads', 'forget-expired'].map((task) => ({
  match: '*/10 * * * *',
  task,
  options: { backfillPeriod: 0 },
}))

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const

/** Runs jobs of the queue in this process until it is stopped. */
export const startWorker = async ({ db, log }: { db: Database; log: Logger }, tasks: TaskList) => {
  const runner = await run({
    pgPool: db.pool,
    concurrency: 2,
    noHandleSignals: true,
    logger: new WorkerLogger(() => (level, message) => log[levels[level]]({ worker: true }, message.slice(0, 200))),
    // graphile-worker hands over whatever was queued; `addJob` is the only one that queues, and it is typed.
    taskList: Object.fromEntries(
      Object.entries(tasks).map(([name, task]) => [
        name,
        (payload: unknown) => task(payload as never).then(() => undefined),
      ]),
    ),
    parsedCronItems: parseCronItems(SCHEDULE),
  })
  return { stop: () => runner.stop() }
}
