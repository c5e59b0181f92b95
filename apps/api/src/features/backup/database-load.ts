import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { FILE_QUEUES, FILE_TASK_NAMES } from '../../jobs/queue.ts'
import { CHUNK, columnList, JOBS, tableName } from './database-copy.ts'
import { FOLDERS, type Manifest } from './manifest.ts'

/** Bytes of rows in one entry: a chunk and the longest row. */
const CHUNK_MAX = CHUNK + 1024 * 1024 * 1024
const expanded = promisify(gunzip)

const JOBS_TABLE = `
CREATE TEMPORARY TABLE restored_jobs (identifier text, payload json, priority smallint, run_at timestamptz, attempts smallint,
  max_attempts smallint, last_error text, created_at timestamptz, key text, flags jsonb) ON COMMIT DROP`

const JOBS_TO_QUEUE = `
INSERT INTO graphile_worker._private_tasks (identifier)
SELECT DISTINCT identifier FROM restored_jobs ON CONFLICT DO NOTHING;
INSERT INTO graphile_worker._private_jobs
  (task_id, payload, priority, run_at, attempts, max_attempts, last_error, created_at, key, flags)
SELECT task.id, payload, priority, run_at, attempts, max_attempts, last_error, created_at, key, flags
FROM restored_jobs JOIN graphile_worker._private_tasks task USING (identifier)`

/** A backup has no names of queues: without theirs, work on files would take all places of the worker. */
const JOBS_TO_THEIR_QUEUES = `
INSERT INTO graphile_worker._private_job_queues (queue_name)
SELECT task || '-' || n FROM unnest(ARRAY[${FILE_TASK_NAMES}]) task, generate_series(0, ${FILE_QUEUES} - 1) n ON CONFLICT DO NOTHING;
UPDATE graphile_worker._private_jobs job SET job_queue_id = queue.id
FROM graphile_worker._private_tasks task, graphile_worker._private_job_queues queue
WHERE task.id = job.task_id AND task.identifier IN (${FILE_TASK_NAMES})
  AND queue.queue_name = task.identifier || '-' || job.id % ${FILE_QUEUES}`

/** What is done after `pg_restore`, too; its first statement stops operations. */
const AFTER_RESTORE = readFileSync(new URL('after-restore.sql', import.meta.url), 'utf8')

/** Where the rows of each table go. The tables were emptied in the same transaction, so their rows need no vacuum later. */
const targetsOf = ({ tables }: Manifest) =>
  new Map([
    ...tables.map(
      ({ name, columns }) => [name, `${tableName(name)} (${columnList(columns)}) FROM STDIN WITH (FREEZE)`] as const,
    ),
    [JOBS, 'restored_jobs FROM STDIN'] as const,
  ])

const beginLoading = async (client: pg.Client, { tables }: Manifest) => {
  // Rows of one moment that were consistent: what checks and copies references has nothing to find.
  await client.query('BEGIN; SET LOCAL session_replication_role = replica')
  await client.query(`TRUNCATE ${tables.map(({ name }) => tableName(name)).join(', ')}`)
  await client.query(JOBS_TABLE)
}

const expectRows = (manifest: Manifest, loaded: Map<string, number>) => {
  for (const { name, rows } of [...manifest.tables, { name: JOBS, rows: manifest.jobs }])
    if ((loaded.get(name) ?? 0) !== rows)
      throw new Error(`${name}: ${loaded.get(name) ?? 0} of ${rows} rows were loaded`)
}

/** @returns the number of operations that were stopped */
const applyAfterRestore = async (client: pg.Client) => {
  const results: unknown = await client.query(AFTER_RESTORE)
  const [stopped] = results as pg.QueryResult[]
  return stopped?.rowCount ?? 0
}

/**
 * Loads the entries of a backup into a database that has had its migrations, in one transaction.
 * @returns `load` for each entry in its order; `finish` for their end
 */
export const openLoader = async (url: string, manifest: Manifest) => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  await beginLoading(client, manifest)
  const targets = targetsOf(manifest)
  const loaded = new Map<string, number>()
  return {
    async load(entry: string, bytes: Buffer) {
      const name = entry.slice(FOLDERS.database.length, entry.lastIndexOf('/'))
      const stream = client.query(copyFrom(`COPY ${targets.get(name)}`))
      await pipeline(Readable.from([await expanded(bytes, { maxOutputLength: CHUNK_MAX })]), stream)
      loaded.set(name, (loaded.get(name) ?? 0) + stream.rowCount)
    },
    /** @returns the number of unfinished operations that were stopped */
    async finish() {
      expectRows(manifest, loaded)
      await client.query(JOBS_TO_QUEUE)
      await client.query(JOBS_TO_THEIR_QUEUES)
      for (const { name, lastValue } of manifest.sequences)
        await client.query('SELECT setval($1::regclass, $2)', [tableName(name), lastValue])
      const stopped = await applyAfterRestore(client)
      await client.query('COMMIT')
      await client.query('ANALYZE')
      return stopped
    },
    close: () => client.end(),
  }
}
