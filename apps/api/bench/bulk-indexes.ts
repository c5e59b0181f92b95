import type pg from 'pg'

const PRIMARY_KEYS = `
SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
  format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS create
FROM pg_constraint WHERE contype = 'p' AND conrelid = ANY($1::regclass[])`

const OTHER_INDEXES = `
SELECT format('DROP INDEX %s', indexrelid::regclass) AS drop, pg_get_indexdef(indexrelid) AS create
FROM pg_index WHERE NOT indisprimary AND indrelid = ANY($1::regclass[])`

type Index = { drop: string; create: string }

/** Building indexes at the end saves an hour for 100 million rows. */
export const dropIndexes = async (client: pg.Client, tables: string[]): Promise<Index[]> => {
  const [keys, others] = [
    await client.query<Index>(PRIMARY_KEYS, [tables]),
    await client.query<Index>(OTHER_INDEXES, [tables]),
  ]
  const indexes = [...keys.rows, ...others.rows]
  for (const { drop } of indexes) await client.query(drop)
  return indexes
}

export const createIndexes = async (client: pg.Client, indexes: Index[]) => {
  await client.query(`SET LOCAL maintenance_work_mem = '1GB'`)
  for (const { create } of indexes) await client.query(create)
}
