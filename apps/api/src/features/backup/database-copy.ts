import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { appliedMigrations, knownMigrations } from '../../platform/db/migrate.ts'
import { COPY_JOBS } from '../../platform/jobs/queue-tables.ts'
import type { AddEntry } from './archive-writer.ts'
import { FOLDERS, type Manifest } from './manifest.ts'

type Copied = Pick<Manifest, 'migrations' | 'databaseSize' | 'tables' | 'sequences' | 'jobs'>

/** Bytes of uncompressed rows per entry. */
export const CHUNK = 4 * 1024 * 1024
const NEWLINE = 10
/** A fast compression level, because rows compress well at any level. */
const LEVEL = { level: 3 }
const compressed = promisify(gzip)

/** Name of the jobs in a backup, independent of pg-boss's table name, which may differ between versions. */
export const JOBS = 'jobs'

/** Skips `workers`, which lists running processes, and `rate_limits`, which contains addresses. */
const TABLES = `
SELECT relname AS name, array_agg(attname::text ORDER BY attnum) AS columns
FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname NOT IN ('workers', 'rate_limits')
GROUP BY relname ORDER BY relname`

const SEQUENCES = `
SELECT sequencename AS name, last_value::float8 AS "lastValue" FROM pg_sequences
WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY sequencename`

/** Splits at line breaks, because COPY escapes any line breaks within values. */
async function* inChunks(rows: AsyncIterable<Buffer>) {
  let pending: Buffer[] = []
  let size = 0
  for await (const bytes of rows) {
    pending.push(bytes)
    size += bytes.length
    if (size < CHUNK) continue
    const all = Buffer.concat(pending)
    const end = all.lastIndexOf(NEWLINE) + 1
    if (end > 0) yield all.subarray(0, end)
    pending = [all.subarray(end)]
    size = all.length - end
  }
  if (size > 0) yield Buffer.concat(pending)
}

const copyOut = async (client: pg.ClientBase, { name, from }: { name: string; from: string }, add: AddEntry) => {
  const rows = client.query(copyTo(`COPY (${from}) TO STDOUT`))
  let number = 0
  for await (const chunk of inChunks(rows)) {
    number++
    const bytes = await compressed(chunk, LEVEL)
    const entry = `${FOLDERS.database}${name}/${String(number).padStart(6, '0')}.gz`
    await add({ name: entry, size: bytes.length, chunks: [bytes] })
  }
  return rows.rowCount
}

export const columnList = (columns: string[]) => columns.map(pg.escapeIdentifier).join(', ')
export const tableName = (name: string) => `public.${pg.escapeIdentifier(name)}`

/** Gives up if a reset or migration keeps tables locked. */
const LOCK_TIMEOUT = '60s'

type Table = { name: string; columns: string[] }

/** Blocks resets during the snapshot, because TRUNCATE is visible even to older snapshots. */
const beginSnapshot = async (client: pg.ClientBase): Promise<Table[]> => {
  const { rows } = await client.query<Table>(TABLES)
  if (rows.length === 0) throw new Error('The database has no site yet. Start HotVote once to create one.')
  await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`)
  await client.query(`LOCK TABLE ${rows.map(({ name }) => tableName(name)).join(', ')} IN ACCESS SHARE MODE`)
  return rows
}

const copyTables = async (client: pg.ClientBase, found: Table[], add: AddEntry) => {
  const tables: Copied['tables'] = []
  for (const { name, columns } of found) {
    const from = `SELECT ${columnList(columns)} FROM ${tableName(name)}`
    tables.push({ name, columns, rows: await copyOut(client, { name, from }, add) })
  }
  return tables
}

const readSize = async (client: pg.ClientBase) => {
  const { rows } = await client.query('SELECT pg_database_size(current_database())::float8 AS size')
  return Number(rows[0].size)
}

export const copyDatabase = async (client: pg.Client, add: AddEntry): Promise<Copied> => {
  const found = await beginSnapshot(client)
  const had = await appliedMigrations(client)
  const names = new Map(knownMigrations().map(({ when, name }) => [when, name]))
  const migrations = had
    .map((when) => ({ when, name: names.get(when) ?? String(when) }))
    .sort((a, b) => a.when - b.when)
  const tables = await copyTables(client, found, add)
  const jobs = await copyOut(client, { name: JOBS, from: COPY_JOBS }, add)
  // Sequences ignore the snapshot, so they may be ahead of the rows but never behind them.
  const { rows: sequences } = await client.query<Copied['sequences'][number]>(SEQUENCES)
  const databaseSize = await readSize(client)
  await client.query('COMMIT')
  return { migrations, databaseSize, tables, sequences, jobs }
}
