import type { PageQuery } from '@hotvote/shared/page'
import { desc, getTableColumns, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/client.ts'
import { newestFirst } from '../../db/keyset.ts'

/** Where a setting stands: its newest row by `key` is in force. */
type Place<Table extends PgTable> = { table: Table; key: PgColumn }

/** All that was saved, the newest first. */
export const versionsOf = (db: Db, { table, key }: Place<PgTable>, query: PageQuery) => {
  const columns = { ...getTableColumns(table), id: sql<number>`${key}`.mapWith(Number) }
  return newestFirst(key, query).pageOf(db.orm.select(columns).from(table))
}

/** The newest row; undefined while nothing was saved. */
export const savedRow = async <Table extends PgTable>(db: Db, { table, key }: Place<Table>) => {
  const [row] = await db.orm.select().from<PgTable>(table).orderBy(desc(key)).limit(1)
  return row as Table['$inferSelect'] | undefined
}

export const countOfVersions = (db: Db, { table }: { table: PgTable }) => db.orm.$count(table)

/** Adds a version, and answers with its row. */
export const addVersion = (db: Db, { table }: { table: PgTable }, row: object) =>
  db.orm.insert(table).values(row).returning()

/** Writes the one row that there is, and answers with it. What `row` leaves out stays as it is. */
export const writeOnlyRow = (db: Db, { table, key }: Place<PgTable>, row: object) =>
  db.orm
    .insert(table)
    .values(row)
    .onConflictDoUpdate({ target: key, set: { ...row, updatedAt: sql`now()` } })
    .returning()
