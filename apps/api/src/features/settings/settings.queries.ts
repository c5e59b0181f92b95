import { desc, lt, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/client.ts'

/** Where a setting stands: its newest row by `key` is in force. */
type Place<Table extends PgTable> = { table: Table; key: PgColumn }
type Window = { limit: number; cursor?: number | undefined }

/** What was saved, the newest first, behind the version that `cursor` names: the first of all is in force. */
export const versionsOf = <Table extends PgTable>(db: Db, { table, key }: Place<Table>, { limit, cursor }: Window) =>
  db.orm
    .select()
    .from(table as PgTable)
    .where(cursor === undefined ? undefined : lt(key, cursor))
    .orderBy(desc(key))
    .limit(limit) as Promise<Table['$inferSelect'][]>

/** Undefined while nothing was saved. */
export const savedRow = async <Table extends PgTable>(db: Db, place: Place<Table>) =>
  (await versionsOf(db, place, { limit: 1 }))[0]

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
