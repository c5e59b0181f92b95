import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { migrateQueue, QUEUE_SCHEMA, QUEUE_VERSION } from './queue-schema.ts'

/** `when` is a timestamp in milliseconds that identifies the migration in the database. */
type Migration = { name: string; when: number; hash: string; statements: string[] }

type MigrationOptions = {
  folder?: string
  signal?: AbortSignal
  onWait?: (reason: string) => void
}

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))
/** Arbitrary lock id, shared by all processes that use the database. */
const MIGRATION_LOCK = 7_301_846
/** Milliseconds. */
const RETRY_DELAY = 100

export const knownMigrations = (folder = MIGRATIONS): Migration[] => {
  const journal: { entries: { tag: string }[] } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'))
  return readMigrationFiles({ migrationsFolder: folder }).map(({ sql, folderMillis, hash }, i) => ({
    name: journal.entries[i]?.tag ?? '',
    when: folderMillis,
    hash,
    statements: sql,
  }))
}

/** Name of pg-boss's own schema migration in the list of migrations. */
const QUEUE_MIGRATION = `job queue ${QUEUE_VERSION}`

const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, application_name: 'migrate' })
  // Without a listener, losing the connection would crash the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const numbersIn = async (client: pg.Client, { table, column }: { table: string; column: string }) => {
  const { rows } = await client.query('SELECT to_regclass($1) IS NOT NULL AS exists', [table])
  if (!rows[0].exists) return []
  const { rows: found } = await client.query(`SELECT ${column} AS number FROM ${table}`)
  return found.map(({ number }) => Number(number))
}

/** Returns the `when` values of applied migrations, unsorted. */
export const appliedMigrations = (client: pg.Client) =>
  numbersIn(client, { table: 'drizzle.__drizzle_migrations', column: 'created_at' })

const queueVersion = async (client: pg.Client) =>
  Math.max(0, ...(await numbersIn(client, { table: `${QUEUE_SCHEMA}.version`, column: 'version' })))

const ourTimes = (known: Migration[]) => known.map(({ when }) => when)
const listOthers = (had: Iterable<number>, known: number[]) => [...had].filter((number) => !known.includes(number))

export const migrationStatus = (url: string, { folder }: Pick<MigrationOptions, 'folder'> = {}) =>
  withClient(url, async (client) => {
    const known = knownMigrations(folder)
    const had = new Set(await appliedMigrations(client))
    const version = await queueVersion(client)
    const rows = [
      ...known.map(({ name, when }) => ({ name, isApplied: had.has(when) })),
      { name: QUEUE_MIGRATION, isApplied: version >= QUEUE_VERSION },
    ]
    return {
      applied: rows.filter(({ isApplied }) => isApplied).map(({ name }) => name),
      pending: rows.filter(({ isApplied }) => !isApplied).map(({ name }) => name),
      unknown: listOthers(had, ourTimes(known)).length + Number(version > QUEUE_VERSION),
    }
  })

/** Polls for the lock, so `signal` can abort the wait. */
export const lockMigrations = async (client: pg.Client, { signal, onWait }: MigrationOptions) => {
  for (let attempt = 0; ; attempt++) {
    signal?.throwIfAborted()
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS is_mine', [MIGRATION_LOCK])
    if (rows[0].is_mine) return
    if (attempt === 0) onWait?.('Another process migrates this database')
    await pause(RETRY_DELAY)
  }
}

const RECORDS = `
CREATE SCHEMA IF NOT EXISTS drizzle;
CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)`

/** Milliseconds to wait for a table lock. Kept short, because new queries queue behind a waiting migration. */
const LOCK_TIMEOUT = 2000

const apply = async (client: pg.Client, { name, hash, when, statements }: Migration) => {
  try {
    for (const text of statements) await client.query(text)
    await client.query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [hash, when])
  } catch (failure) {
    throw new Error(`Migration ${name} failed: ${(failure as Error).message}`, { cause: failure })
  }
}

/** Recreates the schema of a backup in an empty database. */
export const createSchema = async (client: pg.Client, had: number[]) => {
  await client.query(RECORDS)
  for (const migration of knownMigrations()) if (had.includes(migration.when)) await apply(client, migration)
}

const applyInTransaction = async (client: pg.Client, migration: Migration) => {
  await client.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_TIMEOUT}`)
  try {
    await apply(client, migration)
    await client.query('COMMIT')
  } catch (failure) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw failure
  }
}

/** `unknown` is the number of applied migrations that this version does not contain. */
export type FoundSchema = { unknown: number; wasEmpty: boolean }

/** If several processes start at once, the others wait until the first one has migrated the database. */
export const migrateDatabase = (url: string, options: MigrationOptions = {}): Promise<FoundSchema> =>
  withClient(url, async (client) => {
    await lockMigrations(client, options)
    await client.query(RECORDS)
    const had = new Set(await appliedMigrations(client))
    const known = knownMigrations(options.folder)
    for (const migration of known) if (!had.has(migration.when)) await applyInTransaction(client, migration)
    const version = await queueVersion(client)
    await migrateQueue(client)
    const unknown = listOthers(had, ourTimes(known)).length + Number(version > QUEUE_VERSION)
    return { unknown, wasEmpty: had.size === 0 }
  })
