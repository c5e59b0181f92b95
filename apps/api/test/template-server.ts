import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/db/embedded.ts'
import { migrateDatabase } from '../src/db/migrate.ts'

const TEMPLATE = 'template_hotvote'
const urlOf = (serverUrl: string, database: string) => serverUrl.replace(/\/postgres(?=[?]|$)/, `/${database}`)

/** A connection of its own. `url` is a PostgreSQL connection URL. */
export const openConnection = async (url: string) => {
  const client = new pg.Client(url)
  await client.connect()
  return {
    query: async <Row>(text: string, values: unknown[] = []): Promise<Row[]> => (await client.query(text, values)).rows,
    end: () => client.end(),
  }
}

const queryOnce = async (url: string, text: string) => {
  const { query, end } = await openConnection(url)
  await query(text).finally(end)
}

/**
 * A PostgreSQL server of a test run with a database at the newest migration, to be cloned. Its data go with the run,
 * so it need not wait for the disk.
 */
export const startTemplateServer = async () => {
  const dir = mkdtempSync(join(tmpdir(), 'hotvote-test-'))
  const postgres = await startEmbeddedPostgres(join(dir, 'pg'), { fsync: 'off', max_connections: '800' })
  await queryOnce(postgres.url, `CREATE DATABASE ${TEMPLATE}`)
  await migrateDatabase(urlOf(postgres.url, TEMPLATE))
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** A database of its own, cloned from the migrated one; `template0` is an empty one. */
export const cloneTemplate = async (serverUrl: string, template = TEMPLATE) => {
  const name = `test_${randomBytes(8).toString('hex')}`
  await queryOnce(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  return {
    url: urlOf(serverUrl, name),
    async drop() {
      await queryOnce(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}
