import type pg from 'pg'
import { z } from 'zod'
import type { Db } from './client.ts'
import { statement } from './statement.ts'

/** An arbitrary number, unique among this database's advisory locks. */
const BACKUP_LOCK = 7_301_847

/**
 * Allows one backup at a time. Closing the connection releases the lock.
 * @returns false if another backup is running
 */
export const lockBackups = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS is_mine', [BACKUP_LOCK])
  return rows[0].is_mine
}

const IS_RUNNING = statement({
  name: 'backup_is_running',
  text: `
SELECT EXISTS (
  SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
  WHERE locktype = 'advisory' AND classid = 0 AND objid = $1::int::oid AND granted AND datname = current_database()) AS is_running`,
  row: { isRunning: z.boolean() },
})

export const isBackupRunning = async (db: Db): Promise<boolean> => {
  const [found] = await db.query(IS_RUNNING, [BACKUP_LOCK])
  return found?.isRunning ?? false
}
