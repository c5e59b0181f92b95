import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, inject, it } from 'vitest'
import { migrateDatabase, migrationStatus } from '../src/db/migrate.ts'
import { afterUse } from './after-use.ts'
import { quickVisitors } from './call.ts'
import { countOf, expectExactCounts } from './counts.ts'
import { newItems } from './items.ts'
import { newDataDir, startServer } from './server-process.ts'
import { connectTo, production } from './site.ts'
import { PROCESSES } from './soon.ts'
import { cloneTemplate, openConnection } from './template-server.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const MANUAL = readFileSync(join(ROOT, 'docs', 'operating.md'), 'utf8')
/** The one line of the manual that begins so. */
const documented = (program: string) => {
  const lines = MANUAL.split('\n').filter((line) => line.startsWith(`    ${program} `))
  expect(lines).toHaveLength(1)
  return String(lines[0]).trim()
}

/** Another server than that of the tests: of an age that the machine's tools know. */
const serverUrl = process.env.TEST_POSTGRES_URL ?? inject('postgresUrl')

/** Why the documented commands cannot be run here; undefined when they can. */
const problem = async () => {
  const [, tool] = /(\d+)/.exec(spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? []
  if (!tool) return 'there is no pg_dump on the PATH'
  const { query, end } = await openConnection(serverUrl)
  const [row] = await query<{ version: number }>(`SELECT current_setting('server_version_num')::int / 10000 AS version`)
  await end()
  const server = row?.version ?? 0
  return Number(tool) < server ? `pg_dump ${tool} is older than the server ${server} (TEST_POSTGRES_URL)` : undefined
}

it('the documented pg_dump and pg_restore bring a site back', PROCESSES, async (context) => {
  const missing = await problem()
  if (missing) return context.skip(missing)
  const [from, to] = [await cloneTemplate(serverUrl, 'template0'), await cloneTemplate(serverUrl, 'template0')]
  for (const { drop } of [from, to]) afterUse(drop)
  await migrateDatabase(from.url)
  const first = await startServer(production(from.url))
  await first.running
  const [owner, ...voters] = await quickVisitors(first, 4)
  const db = connectTo(from.url)
  const items = await newItems({ deps: { db } }, owner?.id ?? 0, 10)
  for (const { vote } of voters) for (const item of items) expect((await vote(item)).status).toBe(201)
  first.signal('SIGTERM')
  await first.exited
  const waiting = `WITH reset AS (INSERT INTO operations (kind) VALUES ('reset-database') RETURNING id)
    SELECT FROM reset, LATERAL graphile_worker.add_job('run-operation', json_build_object('id', reset.id), run_at => now() + interval '1 hour')`
  await db.query({ text: waiting })

  const folder = newDataDir()
  const run = (program: string, env: Record<string, string>, cwd = folder) =>
    spawnSync('sh', ['-c', documented(program)], { cwd, env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' })
  const done = expect.objectContaining({ status: 0 })
  expect(run('pg_dump', {})).toMatchObject({ status: 2, stderr: expect.stringContaining('DATABASE_URL') })
  expect(run('pg_dump', { DATABASE_URL: from.url })).toEqual(done)
  // None of them goes through a pooler.
  const pooled = { DATABASE_URL: 'postgres://127.0.0.1:9/pooler', DATABASE_DIRECT_URL: to.url }
  expect(run('pg_restore', pooled)).toEqual(done)
  expect(run('psql', pooled, ROOT)).toEqual(done)
  expect(run('echo', pooled)).toEqual(done)
  const keys = readFileSync(join(folder, 'keys'), 'utf8').trim().split('\n')
  expect(await countOf(db, 'SELECT count(*) FROM media WHERE original_key = ANY($1)', [keys])).toBe(10)
  expect((await migrationStatus(to.url)).pending).toEqual([])
  const second = await startServer({ ...production(to.url), MIGRATE: 'off' })
  await second.running
  const copy = connectTo(to.url)
  expect(await countOf(copy, 'SELECT count(*) FROM votes')).toBe(30)
  await expectExactCounts(copy)
  expect(await copy.query({ text: 'SELECT status FROM operations' })).toEqual([{ status: 'stopped' }])
  const runs = `SELECT count(*) FROM graphile_worker.jobs WHERE task_identifier LIKE '%operation'`
  expect(await countOf(copy, runs)).toBe(0)
  expect((await quickVisitors(second, 1))[0]?.id).toBeGreaterThan(1_000_000)
})
