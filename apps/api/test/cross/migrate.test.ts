import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { migrateDatabase, migrationStatus } from '../../src/platform/db/migrate.ts'
import { afterUse } from '../app/after-use.ts'
import { call } from '../app/call.ts'
import { newDataDir, runCommand, startCommand, startServer } from '../app/server-process.ts'
import { ADMIN_PASSWORD } from '../app/settings.ts'
import { connectTo, production } from '../app/site.ts'
import { PROCESSES, SOON } from '../app/soon.ts'
import { testDatabase } from '../app/test-app.ts'

const emptyDatabase = async () => {
  const database = await testDatabase('template0')
  afterUse(database.drop)
  return database.url
}

const folderWith = (migrations: string[][]) => {
  const folder = mkdtempSync(join(tmpdir(), 'hotvote-migrations-'))
  afterUse(() => rmSync(folder, { recursive: true, force: true }))
  const entries = migrations.map((_, idx) => ({ idx, version: '7', when: 1000 + idx, tag: `000${idx}_test` }))
  mkdirSync(join(folder, 'meta'))
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ version: '7', dialect: 'postgresql', entries }))
  for (const [index, statements] of migrations.entries())
    writeFileSync(join(folder, `000${index}_test.sql`), statements.join('\n--> statement-breakpoint\n'))
  return folder
}

describe('pnpm migrate', PROCESSES, () => {
  it('applies no migration to a stopped site with the embedded database', async () => {
    const DATA_DIR = newDataDir()
    const site = await startServer({ DATA_DIR, ADMIN_PASSWORD })
    await site.running
    site.signal('SIGTERM')
    expect(await site.exited).toBe(0)
    for (let time = 0; time < 3; time++)
      expect(await runCommand('migrate', [], { DATA_DIR })).toEqual({ code: 0, out: 'Nothing to apply.\n', err: '' })
  })

  it('lists and applies pending migrations of a site with MIGRATE=off', async () => {
    const env = production(await emptyDatabase())
    const before = await runCommand('migrate', ['--status'], env)
    expect(before).toMatchObject({ code: 3, err: '' })
    expect(before.out).toMatch(/^pending {2}0000_site$/m)
    expect(before.out).not.toContain('applied')

    const refused = await startServer({ ...env, MIGRATE: 'off' })
    expect(await refused.exited).toBe(1)
    expect(refused.output.err).toMatch(/MIGRATE is off.*0000_site.*job queue \d+.*pnpm migrate/)

    const applied = await runCommand('migrate', [], env)
    expect(applied).toMatchObject({ code: 0, err: '', out: before.out.replaceAll('pending', 'applied') })
    expect(await runCommand('migrate', ['--status'], env)).toEqual({ ...applied, code: 0 })

    const getLog = async (settings: Record<string, string>) => {
      const server = await startServer({ ...env, ...settings })
      await server.running
      expect((await call(server, 'GET /readyz')).status).toBe(200)
      server.signal('SIGTERM')
      expect(await server.exited).toBe(0)
      return server.output.out
    }
    const NEWER = 'a newer version has migrated the database'
    expect(await getLog({ MIGRATE: 'off' })).not.toContain(NEWER)
    const newer = "INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('of a newer version', 9e15)"
    await connectTo(env.DATABASE_URL).query({ text: newer })
    for (const MIGRATE of ['on', 'off']) expect(await getLog({ MIGRATE })).toContain(NEWER)
  })

  it('names the process that it waits for and can be stopped', async () => {
    const url = await emptyDatabase()
    const other = new pg.Client(url)
    await other.connect()
    await other.query('SELECT pg_advisory_lock(7301846)')
    const waiting = startCommand('migrate', [], production(url))
    await expect.poll(() => waiting.output.err, SOON).toContain('Another process migrates this database')
    waiting.interrupt()
    expect(await waiting.ended).toMatchObject({ code: 1, err: expect.stringContaining('Stopped.') })
    await other.end()
    expect((await migrationStatus(url)).applied).toEqual([])
  })

  it('explains its failures', async () => {
    const nowhere = join(newDataDir(), 'nowhere')
    expect(await runCommand('migrate', ['--status'], { DATA_DIR: nowhere })).toMatchObject({
      code: 1,
      err: `${nowhere} (DATA_DIR) does not exist.\n`,
    })
    const wrong = await runCommand('migrate', ['--stauts'], { DATA_DIR: nowhere })
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining("'--stauts'") })
    const settings = await runCommand('migrate', [], { DATA_DIR: nowhere, MIGRATE: 'maybe', BACKUP_KEEP: '0' })
    expect(settings.code).toBe(1)
    expect(settings.err).toContain('MIGRATE ')
    expect(settings.err).toContain('BACKUP_KEEP must be a whole number of backups, 1 or more')
  })
})

describe('a migration', () => {
  const table = ['CREATE TABLE notes (id int)', 'INSERT INTO notes VALUES (1)']

  it('is applied once by several processes that start together', async () => {
    const url = await emptyDatabase()
    const folder = folderWith([table])
    await Promise.all([1, 2, 3].map(() => migrateDatabase(url, { folder })))
    expect(await migrationStatus(url, { folder })).toMatchObject({ pending: [], unknown: 0 })
    expect(await connectTo(url).query({ text: 'SELECT id FROM notes' })).toEqual([{ id: 1 }])
  })

  it('is named when it fails, and only earlier ones are applied', async () => {
    const url = await emptyDatabase()
    const failing = folderWith([table, ['ALTER TABLE notes ADD COLUMN text text', 'SELECT nothing']])
    await expect(migrateDatabase(url, { folder: failing })).rejects.toThrow(/0001_test failed: column "nothing"/)
    expect((await migrationStatus(url, { folder: failing })).pending[0]).toBe('0001_test')
    await migrateDatabase(url, { folder: folderWith([table, ['ALTER TABLE notes ADD COLUMN text text']]) })
    expect((await migrationStatus(url, { folder: failing })).pending).toEqual([])
  })

  it('fails on a table that is locked too long', async () => {
    const url = await emptyDatabase()
    await migrateDatabase(url, { folder: folderWith([table]) })
    const other = new pg.Client(url)
    await other.connect()
    await other.query('BEGIN; SELECT FROM notes')
    const folder = folderWith([table, ['ALTER TABLE notes ADD COLUMN text text']])
    await expect(migrateDatabase(url, { folder })).rejects.toThrow(
      '0001_test failed: canceling statement due to lock timeout',
    )
    await other.end()
  })
})
