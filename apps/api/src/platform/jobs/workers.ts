import { eq, lt, max, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { countWhere, onlyRow } from '../db/aggregates.ts'
import type { Db } from '../db/client.ts'
import { workers } from '../db/schema/index.ts'
import { repeat } from './repeat.ts'

/** Milliseconds between heartbeats. */
const INTERVAL = 5000

const secondsAgo = (seconds: number) => sql`now() - make_interval(secs => ${seconds})`
const isAlive = sql`${workers.seenAt} >= ${secondsAgo(30)}`

/** Registers the worker for display only. The queue relies on the heartbeats of jobs. */
export const listWorker = ({ db, log }: { db: Db; log: Logger }, id: string) => {
  const lost = (error: Error) => log.warn({ reason: error.name }, 'could not register the worker')
  const beat = async () => {
    const seen = { target: workers.id, set: { seenAt: sql`now()` } }
    await db.orm.insert(workers).values({ id }).onConflictDoUpdate(seen).prepare('worker_beat').execute()
    await db.orm.delete(workers).where(lt(workers.seenAt, secondsAgo(600)))
  }
  const endBeats = repeat(INTERVAL, () => beat().catch(lost))
  return async () => {
    await endBeats()
    await db.orm.delete(workers).where(eq(workers.id, id)).catch(lost)
  }
}

export const workersSeen = async (db: Db) =>
  onlyRow(await db.orm.select({ alive: countWhere(isAlive), lastSeen: max(workers.seenAt) }).from(workers))
