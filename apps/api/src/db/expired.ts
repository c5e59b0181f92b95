import type { Db } from './client.ts'

/** Rows of one statement: few enough for the statement timeout. */
const BATCH = 2000

/** Deletes the rows of a table for which `condition` (SQL) holds, batch by batch; locked rows stay. */
export const deleteExpired = async (db: Db, table: string, condition: string): Promise<void> => {
  const text = `
WITH gone AS (
  DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)) RETURNING 1)
SELECT count(*) AS n FROM gone`
  for (let n = BATCH; n === BATCH; ) n = (await db.query<{ n: number }>({ text }))[0]?.n ?? 0
}
