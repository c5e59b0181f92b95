import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { and, count, sql } from 'drizzle-orm'
import { type PgTable, pgSchema, pgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { onlyRow } from '../db/aggregates.ts'
import { statement } from '../db/statement.ts'
import type { Site } from './site.ts'
import { byPages } from './walk.ts'

/** Characters of the shortest text that is looked for: a shorter one may stand anywhere by chance. */
export const SHORTEST = 12

const passwordIn = (url: string | undefined) =>
  url !== undefined && URL.canParse(url) ? decodeURIComponent(new URL(url).password) : ''

/** What nobody may read in the database or the log. */
const secretsOf = ({ config, options }: Site): string[] => {
  const { secret = '', adminPassword = '', metricsToken = '', s3, databaseUrl, smtpUrl } = config
  const given = [
    secret,
    adminPassword,
    metricsToken,
    s3?.secretAccessKey ?? '',
    passwordIn(databaseUrl),
    passwordIn(smtpUrl),
  ]
  return [...new Set([...given, ...options.secrets])].filter(({ length }) => length >= SHORTEST)
}

/** How a text stands in a row that PostgreSQL writes as one: as it is, inside JSON, and as bytes. */
const formsOf = (secret: string): string[] => {
  const quoted = (text: string) => text.replace(/["\\]/g, '$&$&')
  return [quoted(secret), quoted(JSON.stringify(secret).slice(1, -1)), Buffer.from(secret).toString('hex')]
}

/** Tables that can hold a text, those of the job queue and of the migrations included. */
const TABLES = statement({
  name: 'checkup_tables_with_text',
  row: { schema: z.string(), name: z.string() },
  text: `
SELECT DISTINCT nspname::text AS schema, relname::text AS name
FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace JOIN pg_attribute ON attrelid = pg_class.oid
WHERE relkind = 'r' AND nspname NOT IN ('pg_catalog', 'information_schema') AND nspname NOT LIKE 'pg\\_%'
  AND attnum > 0 AND NOT attisdropped
  AND atttypid IN ('text'::regtype, 'varchar'::regtype, 'bytea'::regtype, 'json'::regtype, 'jsonb'::regtype)
ORDER BY 1, 2`,
})

const tableOf = ({ schema, name }: { schema: string; name: string }) =>
  schema === 'public' ? pgTable(name, {}) : pgSchema(schema).table(name, {})

/** Whether a row, written as text, contains one of these texts. */
const holds = (table: PgTable, texts: string[]) =>
  sql`EXISTS (SELECT FROM unnest(${sql.param(texts)}::text[]) given WHERE strpos((${table}.*)::text, given) > 0)`

/** Calls `tell` for each table with rows that contain a secret, and returns how many tables were looked at. */
export const lookInTables = async (site: Site, tell: (text: string) => void): Promise<number> => {
  const { orm } = site.db
  const texts = secretsOf(site).flatMap(formsOf)
  const places = await site.db.query(TABLES)
  for (const place of places) {
    const table = tableOf(place)
    let rows = 0
    await byPages(site.db, table, async (isOnPages) => {
      const condition = and(isOnPages, holds(table, texts))
      rows += onlyRow(await orm.select({ rows: count() }).from(table).where(condition)).rows
    })
    if (rows > 0) tell(`${rows} rows of ${place.schema}.${place.name} hold a secret`)
  }
  return places.length
}

/** The same for files of log lines. */
export const lookInLogs = async (site: Site, tell: (text: string) => void) => {
  const secrets = secretsOf(site)
  for (const path of site.options.logs) {
    let [number, bad] = [0, 0]
    for await (const line of createInterface({ input: createReadStream(path) })) {
      number++
      if (secrets.some((secret) => line.includes(secret)) && bad++ === 0)
        tell(`line ${number} of ${path} holds a secret`)
    }
  }
}
