import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))
/** Any fixed number: whoever starts with the same database waits for the same lock. */
const MIGRATION_LOCK = 7_301_846

/**
 * Brings the schema to the newest version, ours and the job queue's. Several processes may start at once: one migrates,
 * the others wait and find nothing to do.
 */
export const migrateDatabase = async (url: string) => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  // It rests while the queue migrates by connections of its own: a database that ends then would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle(client), { migrationsFolder })
    await runMigrations({ connectionString: url })
  } finally {
    await client.end()
  }
}
