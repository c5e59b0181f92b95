import { setTimeout as pause } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'

const STILL_TAKEN = statement({
  name: 'job_still_taken',
  text: 'SELECT FROM graphile_worker._private_jobs WHERE id = $1 AND locked_by = $2',
})

/** Milliseconds between two looks whether the outcome of a job is written. */
const LOOK_INTERVAL = 5
/** Looks before it is left to the next round, two seconds apart, that graphile-worker makes by itself. */
const LOOKS = 200

/**
 * Has the next job of a named queue taken as soon as the one before has ended. graphile-worker writes how a job ended while it
 * already looks for the next one: it mostly finds the queue still taken, and would not look again for two seconds.
 */
export const keepQueuesGoing = (db: Db, events: WorkerEvents) => {
  const untilFree = async (job: string, worker: string) => {
    for (let look = 0; look < LOOKS; look++) {
      await pause(LOOK_INTERVAL, undefined, { ref: false })
      if ((await db.query(STILL_TAKEN, [job, worker])).length === 0) return
    }
  }
  events.on('job:complete', ({ job, worker: { workerPool } }) => {
    if (job.job_queue_id === null) return
    // One that ends meanwhile, or a database that is away, is seen to elsewhere.
    void untilFree(job.id, workerPool.id)
      .then(() => workerPool.nudge(1))
      .catch(() => undefined)
  })
}
