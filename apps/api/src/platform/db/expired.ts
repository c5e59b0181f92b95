import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './client.ts'

/** Rows deleted per statement, few enough to stay within the statement timeout. */
const BATCH = 2000

/** Deletes expired rows in batches, skipping locked rows. @returns the number of deleted rows */
export const deleteExpired = async (db: Db, table: PgTable, isExpired: SQL): Promise<number> => {
  const old = db.orm
    .select({ ctid: sql`ctid` })
    .from(table)
    .where(isExpired)
    .limit(BATCH)
    .for('update', { skipLocked: true })
  let sum = 0
  for (let deleted = BATCH; deleted === BATCH; sum += deleted)
    deleted = (await db.orm.delete(table).where(sql`ctid = ANY (ARRAY${old})`)).rowCount ?? 0
  return sum
}
