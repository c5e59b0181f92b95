import type { Database } from '../../src/platform/db/client.ts'
import { countOf } from '../app/counts.ts'

/** Opens a transaction that keeps its locks until it ends. */
export const hold = async ({ pool }: Pick<Database, 'pool'>, text: string, values: unknown[]) => {
  const holder = await pool.connect()
  await holder.query('SET idle_in_transaction_session_timeout = 0; BEGIN')
  await holder.query(text, values)
  return {
    query: (more: string, given: unknown[]) => holder.query(more, given),
    end: async () => {
      await holder.query('COMMIT')
      holder.release()
    },
  }
}

export const waitingForLocks = (db: Database) =>
  countOf(db, `SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`)
