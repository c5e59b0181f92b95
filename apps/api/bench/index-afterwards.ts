import type pg from 'pg'

const PRIMARY_KEYS = `
SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
  format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS create
FROM pg_constraint WHERE contype = 'p' AND conrelid = ANY($1::regclass[])`

const OTHER_INDEXES = `
SELECT format('DROP INDEX %s', indexrelid::regclass) AS drop, pg_get_indexdef(indexrelid) AS create
FROM pg_index WHERE NOT indisprimary AND indrelid = ANY($1::regclass[])`

/**
 * Writes rows into `tables` without their keys and indexes, which are built again from all rows at once: a row at a time,
 * in no order of theirs, a hundred million take hours. In the transaction of the caller.
 */
export const indexAfterwards = async (client: pg.Client, tables: string[], write: () => Promise<void>) => {
  const found = []
  for (const text of [PRIMARY_KEYS, OTHER_INDEXES]) found.push(...(await client.query(text, [tables])).rows)
  for (const index of found) await client.query(index.drop)
  await write()
  await client.query(`SET LOCAL maintenance_work_mem = '1GB'`)
  for (const index of found) await client.query(index.create)
}
