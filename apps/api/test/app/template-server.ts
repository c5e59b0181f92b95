import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrateDatabase } from '../../src/platform/db/migrate.ts'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded.ts'

const TEMPLATE = 'template_hotvote'
const getUrl = (serverUrl: string, database: string) => serverUrl.replace(/\/postgres(?=[?]|$)/, `/${database}`)

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

/** Trades durability, replication and planning for speed. */
const SHORT_LIVED = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  min_wal_size: '80MB',
  autovacuum: 'off',
  max_connections: '800',
}

export const startTemplateServer = async () => {
  const dir = mkdtempSync(join(tmpdir(), 'hotvote-test-'))
  const postgres = await startEmbeddedPostgres(join(dir, 'pg'), SHORT_LIVED)
  await queryOnce(postgres.url, `CREATE DATABASE ${TEMPLATE}`)
  await migrateDatabase(getUrl(postgres.url, TEMPLATE))
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Copying files takes half the time of the default WAL strategy. */
export const cloneTemplate = async (serverUrl: string, template = TEMPLATE) => {
  const name = `test_${randomBytes(8).toString('hex')}`
  await queryOnce(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
  return {
    url: getUrl(serverUrl, name),
    async drop() {
      await queryOnce(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}
