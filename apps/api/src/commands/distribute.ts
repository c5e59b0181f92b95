import pg from 'pg'
import { configOfProcess } from '../platform/config/config.ts'
import { DISTRIBUTED_TABLES } from '../platform/db/schema/rating.ts'
import { openSiteDatabase } from '../platform/db/site-database.ts'
import { runCommand, say, sayWaiting } from './run-command.ts'

const USAGE = `pnpm distribute: spreads votes and views over the workers of a Citus cluster, by visitor (docs/scaling.md).
It takes the settings of the site, which has to be stopped, and drops the foreign keys of both tables.
The database needs the extension (CREATE EXTENSION citus) and workers (SELECT citus_add_node).`

const READINESS = `
SELECT to_regclass('public.votes') IS NOT NULL AS has_site,
  EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS has_citus,
  EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'hotvote') AS is_running`

const WORKERS = 'SELECT count(*)::int AS count FROM pg_dist_node WHERE isactive AND shouldhaveshards'

const DISTRIBUTED = 'SELECT FROM pg_dist_partition WHERE logicalrelid = $1::regclass'

const FOREIGN_KEYS = `
SELECT conrelid::regclass::text AS table_name, quote_ident(conname) AS name FROM pg_constraint
WHERE contype = 'f' AND (conrelid = ANY ($1::regclass[]) OR confrelid = ANY ($1::regclass[])) ORDER BY 1, 2`

/** Returns the number of Citus workers. @throws {Error} if the database is not ready */
const refuseUnready = async (client: pg.Client): Promise<number> => {
  const { has_site: hasSite, has_citus: hasCitus, is_running: isRunning } = (await client.query(READINESS)).rows[0]
  if (!hasSite) throw new Error('The database has no site yet. Start HotVote once to create one.')
  if (!hasCitus)
    throw new Error('The database has no Citus. Install it on each machine, then run CREATE EXTENSION citus there.')
  const { count } = (await client.query(WORKERS)).rows[0]
  if (count === 0) throw new Error('The cluster has no workers. Add each one: SELECT citus_add_node(host, port).')
  if (isRunning) throw new Error('The site is running. Stop all of its processes and try again.')
  return count
}

const dropForeignKeys = async (client: pg.Client) => {
  const { rows } = await client.query(FOREIGN_KEYS, [DISTRIBUTED_TABLES])
  for (const { table_name: table, name } of rows) {
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
    say(`dropped      ${name}`)
  }
}

const distributeTables = async (client: pg.Client) => {
  const workers = await refuseUnready(client)
  if ((await client.query(DISTRIBUTED, ['votes'])).rowCount === 1)
    return say('Votes and views are already distributed.')
  await client.query('BEGIN')
  await dropForeignKeys(client)
  for (const table of DISTRIBUTED_TABLES) {
    await client.query(`SELECT create_distributed_table($1, 'user_id')`, [table])
    await client.query('SELECT truncate_local_data_after_distributing_table($1)', [table])
    say(`distributed  ${table}`)
  }
  await client.query('COMMIT')
  say(`Votes and views are on ${workers === 1 ? '1 worker' : `${workers} workers`} now. You can start the site.`)
}

runCommand({ usage: USAGE }, async (signal) => {
  const database = await openSiteDatabase(configOfProcess(), { signal, onWait: sayWaiting })
  const client = new pg.Client({ connectionString: database.url, application_name: 'distribute' })
  client.on('error', () => undefined)
  signal.addEventListener('abort', () => void client.end())
  try {
    await client.connect()
    await distributeTables(client)
    return 0
  } catch (failure) {
    signal.throwIfAborted()
    throw failure
  } finally {
    await client.end()
    await database.close()
  }
})
