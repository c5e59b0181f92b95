import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import * as schema from '../db/schema/index.ts'
import { DISTRIBUTED_TABLES } from '../db/schema/rating.ts'
import { statement } from '../db/statement.ts'
import type { Check } from './check.ts'

/** Names of the constraints and indexes that the schema gives a table, except foreign keys that `pnpm distribute` drops. */
const listParts = (table: PgTable, hasCitus: boolean): string[] => {
  const { name, columns, indexes, checks, foreignKeys, primaryKeys } = getTableConfig(table)
  const mayMissKeys = hasCitus && DISTRIBUTED_TABLES.includes(name)
  return [
    ...primaryKeys.map((key) => key.getName()),
    ...columns.filter(({ primary }) => primary).map(() => `${name}_pkey`),
    ...indexes.map(({ config }) => config.name ?? ''),
    ...checks.map((check) => check.name),
    ...(mayMissKeys ? [] : foreignKeys.map((key) => key.getName())),
  ]
}

/** The tables of the schema, whose module has other exports, too. */
const tables = Object.values<unknown>(schema).filter((one): one is PgTable => is(one, PgTable))

/** A primary key is a constraint and an index. A foreign key works by triggers, each of which can be switched off. */
const STRUCTURE = statement({
  name: 'checkup_structure',
  row: { name: z.string(), works: z.boolean() },
  text: `
SELECT relname::text AS name, indisvalid AND indisready AS works
FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE relnamespace = 'public'::regnamespace
UNION ALL
SELECT conname::text, convalidated AND NOT EXISTS (
  SELECT FROM pg_trigger WHERE tgconstraint = con.oid AND tgenabled IN ('D', 'R'))
FROM pg_constraint con WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'c', 'f')
UNION ALL
SELECT tgname::text, tgenabled IN ('O', 'A') FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
WHERE relnamespace = 'public'::regnamespace AND NOT tgisinternal
UNION ALL
SELECT extname::text, true FROM pg_extension WHERE extname = 'citus'`,
})

/** The constraints that keep rows right are there, valid and switched on. */
export const structure: Check = {
  title: 'Constraints and indexes',
  look: async ({ db }) => {
    const rows = await db.query(STRUCTURE)
    const hasCitus = rows.some(({ name }) => name === 'citus')
    const expected = ['audit_log_only_grows', ...tables.flatMap((table) => listParts(table, hasCitus))]
    const missing = expected.filter((name) => !rows.some((row) => row.name === name))
    const broken = expected.filter((name) => rows.some((row) => row.name === name && !row.works))
    return {
      wrong: [
        ...missing.map((name) => `${name} is missing`),
        ...broken.map((name) => `${name} is not valid, or is switched off`),
      ],
    }
  },
}
