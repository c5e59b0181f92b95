import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Db } from '../db/client.ts'
import * as schema from '../db/schema/index.ts'
import { statement } from '../db/statement.ts'

export const tables: PgTable[] = Object.values(schema).filter((value) => is(value, PgTable))

/** What the schema says of itself: constraints by name, indexes with whether they are unique. */
const named = (table: PgTable) => {
  const { name, columns, indexes, checks, foreignKeys, primaryKeys } = getTableConfig(table)
  return [
    ...indexes.map(({ config }) => ({ name: config.name ?? '', isUnique: config.unique === true })),
    ...checks.map((one) => ({ name: one.name, isUnique: false })),
    ...foreignKeys.map((key) => ({ name: key.getName(), isUnique: false })),
    ...primaryKeys.map((key) => ({ name: key.getName(), isUnique: true })),
    ...columns.filter(({ primary }) => primary).map(() => ({ name: `${name}_pkey`, isUnique: true })),
  ]
}

/** The triggers are in the migrations only. */
const TRIGGERS = ['audit_log_only_grows']

const expected = [...tables.flatMap(named), ...TRIGGERS.map((name) => ({ name, isUnique: false }))]

/** A primary key is a constraint and an index. A foreign key works by triggers, each of which can be switched off. */
const STRUCTURE = statement({
  name: 'checkup_structure',
  row: { name: z.string(), works: z.boolean(), isUnique: z.boolean() },
  text: `
SELECT relname::text AS name, indisvalid AND indisready AS works, indisunique AS is_unique
FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE relnamespace = 'public'::regnamespace
UNION ALL
SELECT conname::text, NOT EXISTS (SELECT FROM pg_trigger WHERE tgconstraint = con.oid AND tgenabled IN ('D', 'R')),
  contype = 'p'
FROM pg_constraint con WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'c', 'f')
UNION ALL
SELECT tgname::text, tgenabled IN ('O', 'A'), false FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
WHERE relnamespace = 'public'::regnamespace AND NOT tgisinternal`,
})

/** What the database has of the schema's constraints, indexes and triggers. */
export const structureOf = async (db: Db) => {
  const rows = await db.query(STRUCTURE)
  const isThere = ({ name, isUnique }: (typeof expected)[number]) => {
    const parts = rows.filter((row) => row.name === name)
    return parts.length > 0 && parts.every(({ works }) => works) && (!isUnique || parts.some((part) => part.isUnique))
  }
  return expected.map(({ name, isUnique }) => ({ name, works: isThere({ name, isUnique }) }))
}

export type Structure = Awaited<ReturnType<typeof structureOf>>
