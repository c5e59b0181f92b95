import { counted } from '@hotvote/shared/counted'
import { and, count, eq, gt, is, isNotNull, isNull, SQL, sql } from 'drizzle-orm'
import { type ForeignKey, getTableConfig, type IndexColumn, type PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { onlyRow } from '../db/aggregates.ts'
import type { Db } from '../db/client.ts'
import { knownMigrations } from '../db/migrate.ts'
import * as schema from '../db/schema/index.ts'
import { DISTRIBUTED_TABLES } from '../db/schema/rating.ts'
import { statement } from '../db/statement.ts'
import type { Check } from './check.ts'

const MIGRATIONS = statement({
  name: 'checkup_migrations',
  row: { hash: z.string(), times: z.number() },
  text: 'SELECT hash, count(*) AS times FROM drizzle.__drizzle_migrations GROUP BY hash',
})

/** The schema has had each migration of this version once, and no other. */
export const schemaVersion: Check = {
  title: 'Database schema',
  look: async ({ db }) => {
    const applied = new Map((await db.query(MIGRATIONS)).map(({ hash, times }) => [hash, times]))
    const known = knownMigrations()
    const unknown = [...applied.keys()].filter((hash) => !known.some((one) => one.hash === hash))
    return {
      wrong: [
        ...known.filter(({ hash }) => !applied.has(hash)).map(({ name }) => `migration ${name} is missing`),
        ...known.filter(({ hash }) => (applied.get(hash) ?? 0) > 1).map(({ name }) => `migration ${name} ran twice`),
        ...unknown.map((hash) => `migration ${hash.slice(0, 8)} is not of this version`),
      ],
    }
  },
}

/** `countRows`: how many rows break it; nothing for what only makes queries fast. `keyOf`: the table of a foreign key. */
type Part = { name: string; countRows?: (db: Db) => Promise<number>; keyOf?: string }

const countWhere = (table: PgTable, condition: SQL | undefined) => (db: Db) => db.orm.$count(table, condition)

/** Groups of rows with the same values; empty values differ from each other. */
const countTwins =
  (table: PgTable, columns: (PgColumn | SQL)[], condition?: SQL) =>
  async ({ orm }: Db) => {
    const isFilled = and(condition, ...columns.map((column) => isNotNull(column)))
    const groups = orm
      .select({ rows: count() })
      .from(table)
      .where(isFilled)
      .groupBy(...columns)
    const twins = groups.having(gt(count(), 1)).as('twins')
    return onlyRow(await orm.select({ rows: count() }).from(twins)).rows
  }

const countOrphans = (table: PgTable, foreignKey: ForeignKey) => async (db: Db) => {
  const { columns, foreignColumns, foreignTable } = foreignKey.reference()
  const isIts = and(...columns.map((column, place) => eq(foreignColumns[place] as PgColumn, column)))
  const isOrphan = and(...columns.map((column) => isNotNull(column)), ...foreignColumns.map((column) => isNull(column)))
  const orphans = db.orm.select({ rows: count() }).from(table).leftJoin(foreignTable, isIts).where(isOrphan)
  return onlyRow(await orphans).rows
}

const partsOf = (table: PgTable): Part[] => {
  const { name, columns, indexes, checks, foreignKeys, primaryKeys } = getTableConfig(table)
  const inSql = (column: IndexColumn | SQL) => (is(column, SQL) ? column : sql`${sql.identifier(column.name ?? '')}`)
  const unique = indexes.filter(({ config }) => config.unique)
  return [
    ...primaryKeys.map((key) => ({ name: key.getName(), countRows: countTwins(table, key.columns) })),
    ...columns
      .filter((one) => one.primary)
      .map((one) => ({ name: `${name}_pkey`, countRows: countTwins(table, [one]) })),
    ...unique.map(({ config }) => ({
      name: config.name ?? '',
      countRows: countTwins(table, (config.columns as (IndexColumn | SQL)[]).map(inSql), config.where),
    })),
    ...indexes.filter((index) => !unique.includes(index)).map(({ config }) => ({ name: config.name ?? '' })),
    ...checks.map((one) => ({ name: one.name, countRows: countWhere(table, sql`(${one.value}) IS FALSE`) })),
    ...foreignKeys.map((key) => ({ name: key.getName(), countRows: countOrphans(table, key), keyOf: name })),
  ]
}

/** Triggers are written in migrations only. */
const EXPECTED: Part[] = [
  { name: 'audit_log_only_grows' },
  ...Object.values(schema).flatMap((table) => (is(table, PgTable) ? partsOf(table) : [])),
]

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
WHERE relnamespace = 'public'::regnamespace AND NOT tgisinternal`,
})

const HAS_CITUS = statement({
  name: 'checkup_has_citus',
  row: { hasCitus: z.boolean() },
  text: `SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS has_citus`,
})

/** Rows are compared only where nothing in the database keeps them right: `pnpm distribute` drops foreign keys. */
export const structure: Check = {
  title: 'Constraints and indexes',
  look: async ({ db }) => {
    const rows = await db.query(STRUCTURE)
    const { hasCitus } = onlyRow(await db.query(HAS_CITUS))
    const wrong: string[] = []
    for (const { name, countRows, keyOf } of EXPECTED) {
      const found = rows.filter((row) => row.name === name)
      if (found.length > 0 && found.every(({ works }) => works)) continue
      const broken = (await countRows?.(db)) ?? 0
      const mayBeMissing = hasCitus && DISTRIBUTED_TABLES.includes(keyOf ?? '')
      if (found.length === 0 && broken === 0 && mayBeMissing) continue
      const state = found.length > 0 ? 'is not valid, or is switched off' : 'is missing'
      wrong.push(`${name} ${state}${broken > 0 ? ` (${counted(broken, 'bad row')})` : ''}`)
    }
    return { wrong }
  },
}
