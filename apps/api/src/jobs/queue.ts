import type { Db } from '../db/client.ts'

/** Every background task and what it is told. */
export type Tasks = {
  'sweep-uploads': Record<string, never>
  'forget-expired': Record<string, never>
  'delete-files': { keys: string[] }
}

/** Adds a job; with a transaction's `db` it exists if, and only if, the transaction commits. */
export const addJob = async <Name extends keyof Tasks>(db: Db, name: Name, payload: Tasks[Name]) => {
  await db.query({ text: 'SELECT graphile_worker.add_job($1, $2::json)' }, [name, JSON.stringify(payload)])
}
