import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { describeError } from '../../domain/error-text.ts'
import { createSchema, lockMigrations } from '../../platform/db/migrate.ts'
import { migrateQueue, QUEUE_SCHEMA } from '../../platform/db/queue-schema.ts'
import { DISTRIBUTED_TABLES } from '../../platform/db/schema/rating.ts'
import { RESTORE_JOBS, RESTORED_JOBS_TABLE } from '../../platform/jobs/queue-tables.ts'
import { UnusableBackup } from './archive-reader.ts'
import { CHUNK, columnList, JOBS, tableName } from './database-copy.ts'
import { FOLDERS, type Manifest } from './manifest.ts'

/** Maximum bytes of rows in one entry: a chunk plus the longest possible row. */
const CHUNK_MAX = CHUNK + 1024 * 1024 * 1024
const expanded = promisify(gunzip)

const OLDEST_SERVER = 15
/** Ignores extension tables, and an empty job queue left behind by an interrupted restore. */
const FOUND = `
SELECT current_setting('server_version_num')::int / 10000 AS version, current_user AS role, current_database() AS database,
  has_schema_privilege('public', 'CREATE') AND has_database_privilege(current_database(), 'CREATE') AS may_create,
  EXISTS (
    SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname NOT IN ('information_schema', '${QUEUE_SCHEMA}') AND nspname NOT LIKE 'pg\\_%'
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')) AS has_tables,
  to_regnamespace('${QUEUE_SCHEMA}') IS NOT NULL AS has_queue`

/** Disables timeouts, because everything is loaded in one long transaction. */
const PATIENT = `
SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`

const FOREIGN_KEYS = `
SELECT conrelid::regclass::text AS table_name, quote_ident(conname) AS constraint_name, pg_get_constraintdef(oid) AS definition
FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace ORDER BY oid`
type ForeignKey = { table_name: string; constraint_name: string; definition: string }

/** Stops restored operations, which could otherwise delete or change data when the site starts. */
const STOP_OPERATIONS = `
UPDATE operations SET status = 'stopped', ended_at = now() WHERE status IN ('queued', 'running', 'paused')`
/** Skips ids that were assigned after the backup, because audit logs, links and emails may contain them. */
const SKIP_GIVEN_IDS = `
SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, last_value + 1000000) FROM pg_sequences
WHERE schemaname = 'public' AND last_value IS NOT NULL`

const DROP_PENDING = `
DELETE FROM media WHERE status = 'pending' RETURNING ARRAY[original_key, display_key, medium_key, small_key, thumb_key, share_key] AS keys`

/** On a cluster, the backup copies votes and views slightly later, so their user or item may be missing. */
const DROP_ORPHANS = DISTRIBUTED_TABLES.map(
  (table) => `
DELETE FROM ${table} WHERE NOT EXISTS (SELECT FROM users WHERE users.id = user_id)
  OR NOT EXISTS (SELECT FROM media WHERE media.id = media_id)`,
).join(';')

/** The tables are created in this transaction, so FREEZE is possible and saves a later vacuum. */
const listTargets = ({ tables }: Manifest) =>
  new Map([
    ...tables.map(
      ({ name, columns }) => [name, `${tableName(name)} (${columnList(columns)}) FROM STDIN WITH (FREEZE)`] as const,
    ),
    [JOBS, 'restored_jobs FROM STDIN'] as const,
  ])

/** Returns true if a job queue exists. @throws {UnusableBackup} if the database is unsuitable or not empty */
const refuseUnfitDatabase = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query(FOUND)
  const [{ version, role, database, may_create: mayCreate, has_tables: hasTables, has_queue: hasQueue }] = rows
  if (version < OLDEST_SERVER)
    throw new UnusableBackup(`DATABASE_URL leads to PostgreSQL ${version}. HotVote needs ${OLDEST_SERVER} or newer.`)
  if (hasTables)
    throw new UnusableBackup(
      `The database "${database}" of DATABASE_URL is not empty. Create an empty one and try again.`,
    )
  if (!mayCreate)
    throw new UnusableBackup(
      `The role "${role}" may not create tables. As a superuser: ALTER DATABASE ${pg.escapeIdentifier(database)} OWNER TO ${pg.escapeIdentifier(role)}`,
    )
  return hasQueue
}

const expectRows = (manifest: Manifest, loaded: Map<string, number>) => {
  for (const { name, rows } of [...manifest.tables, { name: JOBS, rows: manifest.jobs }])
    if ((loaded.get(name) ?? 0) !== rows)
      throw new Error(`${name}: ${loaded.get(name) ?? 0} of ${rows} rows were loaded`)
}

const alterForeignKeys = async (client: pg.Client, keys: ForeignKey[], changeOf: (key: ForeignKey) => string) => {
  for (const key of keys) await client.query(`ALTER TABLE ${key.table_name} ${changeOf(key)}`)
}

/** Foreign keys are created at the end, so tables can load in any order. */
const beginLoading = async (client: pg.Client, { tables, migrations }: Manifest) => {
  await client.query(`BEGIN; ${PATIENT}`)
  await createSchema(
    client,
    migrations.map(({ when }) => when),
  )
  const { rows: keys } = await client.query<ForeignKey>(FOREIGN_KEYS)
  await alterForeignKeys(client, keys, ({ constraint_name: name }) => `DROP CONSTRAINT ${name}`)
  if (tables.length > 0) await client.query(`TRUNCATE ${tables.map(({ name }) => tableName(name)).join(', ')}`)
  await client.query(RESTORED_JOBS_TABLE)
  return keys
}

const connect = async (url: string) => {
  const client = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'restore' })
  client.on('error', () => undefined)
  await client.connect().catch((failure) => {
    throw new UnusableBackup(`The database does not answer: ${describeError(failure)}`, { cause: failure })
  })
  return client
}

export type LoadedRows = { stopped: number; pending: Set<string> }

const finishRows = async (client: pg.Client, { sequences }: Manifest, keys: ForeignKey[]): Promise<LoadedRows> => {
  await client.query(RESTORE_JOBS)
  for (const { name, lastValue } of sequences)
    await client.query('SELECT setval($1::regclass, $2)', [tableName(name), lastValue])
  await client.query(SKIP_GIVEN_IDS)
  const { rowCount: stopped } = await client.query(STOP_OPERATIONS)
  const { rows } = await client.query<{ keys: string[] }>(DROP_PENDING)
  await client.query(DROP_ORPHANS)
  await alterForeignKeys(client, keys, (key) => `ADD CONSTRAINT ${key.constraint_name} ${key.definition}`)
  return { stopped: stopped ?? 0, pending: new Set(rows.flatMap((row) => row.keys)) }
}

/** Loads in one transaction: call `load` per entry, then `endRows`, then `commit`. @throws {UnusableBackup} */
export const openLoader = async (url: string, manifest: Manifest) => {
  const client = await connect(url)
  const targets = listTargets(manifest)
  const loaded = new Map<string, number>()
  let madeQueue = false
  let keys: ForeignKey[] = []
  const close = async () => {
    // If the connection was lost, the transaction has already been rolled back.
    if (madeQueue) await client.query(`ROLLBACK; DROP SCHEMA IF EXISTS ${QUEUE_SCHEMA} CASCADE`).catch(() => undefined)
    await client.end()
  }
  try {
    await lockMigrations(client, {})
    const hadQueue = await refuseUnfitDatabase(client)
    madeQueue = !hadQueue
    await migrateQueue(client)
    keys = await beginLoading(client, manifest)
  } catch (failure) {
    await close()
    throw failure
  }
  return {
    close,
    async load(entry: string, bytes: Buffer) {
      const name = entry.slice(FOLDERS.database.length, entry.lastIndexOf('/'))
      // Unpack before COPY begins, because an unfinished COPY would block the connection.
      const rows = await expanded(bytes, { maxOutputLength: CHUNK_MAX })
      const stream = client.query(copyFrom(`COPY ${targets.get(name)}`))
      await pipeline(Readable.from([rows]), stream)
      loaded.set(name, (loaded.get(name) ?? 0) + stream.rowCount)
    },
    async endRows() {
      expectRows(manifest, loaded)
      return finishRows(client, manifest, keys)
    },
    async commit() {
      await client.query('COMMIT')
      madeQueue = false
      await client.query('ANALYZE')
    },
  }
}
export type Loader = Awaited<ReturnType<typeof openLoader>>
