import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'

/** Every background task and its payload. */
export type Tasks = {
  'sweep-uploads': Record<string, never>
  'forget-expired': Record<string, never>
  'roll-up-days': Record<string, never>
  'erase-ratings': Record<string, never>
  /** `claims`: the takedown requests that the thumbnail is stored with. */
  'delete-files': { keys: string[]; claims?: number[] }
  'mail-nobody': Record<string, never>
  'send-mail': { id: string; sealed: string }
  'run-operation': { id: number }
  'watch-operation': { id: number }
  'drop-own-ratings': { userId: number }
}

type Job<Name extends keyof Tasks> = {
  name: Name
  payload: Tasks[Name]
  /** Seconds from now. */
  delay?: number
  /** There is one job of a key: a waiting one is replaced, one that is running will not be tried again. */
  key: string
}

const ADD_JOB = statement({
  name: 'add_job',
  text: `
SELECT FROM graphile_worker.add_job($1, $2::json, job_key => $3, run_at => now() + make_interval(secs => $4))`,
})

/** Adds a job; with a transaction's `db` it exists if, and only if, the transaction commits. */
export const addJob = async <Name extends keyof Tasks>(db: Db, name: Name, payload: Tasks[Name]) => {
  await db.query(ADD_JOB, [name, JSON.stringify(payload), null, 0])
}

/** The same for a job that there may be only one of. */
export const addKeyedJob = async <Name extends keyof Tasks>(db: Db, { name, payload, key, delay = 0 }: Job<Name>) => {
  await db.query(ADD_JOB, [name, JSON.stringify(payload), key, delay])
}

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
