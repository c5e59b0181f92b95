import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../src/db/embedded.ts'
import { migrateDatabase } from '../src/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server whose database `template` is at the newest migration. */
    postgresUrl: string
  }
}

/** One server a test run. Its data go with the run, so it need not wait for the disk. */
export default async ({ provide }: TestProject) => {
  const dir = mkdtempSync(join(tmpdir(), 'hotvote-test-'))
  const postgres = await startEmbeddedPostgres(join(dir, 'pg'), { fsync: 'off', max_connections: '200' })
  const client = new pg.Client(postgres.url)
  await client.connect()
  await client.query('CREATE DATABASE template_hotvote')
  await client.end()
  await migrateDatabase(postgres.url.replace('/postgres?', '/template_hotvote?'))
  provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
