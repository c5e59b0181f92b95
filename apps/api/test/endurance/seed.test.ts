import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { seedCollection } from '../../bench/seed-collection.ts'
import { afterUse } from '../app/after-use.ts'
import { quickVisitor } from '../app/call.ts'
import { expectExactCounts, queryCount } from '../app/database.ts'
import { operatorCall } from '../app/operator.ts'
import { ADMIN_PASSWORD, nodeEnv } from '../app/settings.ts'
import { PROCESSES } from '../app/soon.ts'
import { testApp } from '../app/test-app.ts'
import { withWorker } from '../app/worker.ts'

const SEED = fileURLToPath(new URL('../../bench/seed.ts', import.meta.url))

it('creates the requested numbers with correct counters and plausible times', async () => {
  const { deps, baseUrl } = await testApp()
  const { db, config } = deps
  const size = { users: 300, media: 500, votes: 4000 }
  // The first seed rebuilds the indexes of votes and views.
  const keysAndIndexes = async () => ({
    indexes: await db.query({ text: 'SELECT indexname, indexdef FROM pg_indexes ORDER BY indexname' }),
    keys: await db.query({
      text: 'SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint ORDER BY conname, oid',
    }),
  })
  const before = await keysAndIndexes()
  for (const times of [1, 2]) {
    await seedCollection(config.databaseUrl, size)
    expect(await keysAndIndexes()).toEqual(before)
    for (const [table, count] of Object.entries(size))
      expect(await queryCount(db, `SELECT count(*) FROM ${table}`), table).toBe(times * count)
    await expectExactCounts(db)
    expect(await queryCount(db, 'SELECT last_position FROM catalog')).toBe(times * size.media)
    expect(await queryCount(db, 'SELECT count(DISTINCT position) FROM media WHERE position > 0')).toBe(
      times * size.media,
    )
    expect(await queryCount(db, 'SELECT max(position) FROM media')).toBe(times * size.media)
  }
  expect(await db.query({ text: `SELECT id FROM users WHERE username NOT LIKE 'Seed %'` })).toEqual([])
  const wrongUploads = `
SELECT u.id FROM users u LEFT JOIN media m ON m.owner_id = u.id GROUP BY u.id HAVING u.uploads <> count(m.id)`
  expect(await db.query({ text: wrongUploads })).toEqual([])
  const tooEarly = `
SELECT 1 FROM votes v JOIN users u ON u.id = v.user_id JOIN media m ON m.id = v.media_id
WHERE v.created_at < u.created_at OR v.created_at < m.created_at OR v.created_at > now()`
  expect(await db.query({ text: tooEarly })).toEqual([])
  const orphans = `
SELECT 1 FROM votes v LEFT JOIN users u ON u.id = v.user_id LEFT JOIN media m ON m.id = v.media_id
WHERE u.id IS NULL OR m.id IS NULL`
  expect(await db.query({ text: orphans })).toEqual([])
  for (const path of ['overview', 'media', 'users', 'dmca-takedowns', 'audit-logs'])
    expect((await operatorCall({ baseUrl }, `GET /api/admin/${path}`)).status, path).toBe(200)
  expect((await quickVisitor({ baseUrl } as never)).id).toBe(2 * size.users + 1)
})

it('creates items for the reports of the bucket', async () => {
  const app = await testApp()
  await seedCollection(app.deps.config.databaseUrl, { users: 20, media: 30, votes: 40 })
  await withWorker(app)
  for (const report of ['find-duplicates', 'orphans'])
    expect((await operatorCall(app, `GET /api/admin/${report}`)).status, report).toBe(200)
})

it('refuses more votes than pairs of users and items and changes nothing', async () => {
  const { deps } = await testApp()
  await expect(seedCollection(deps.config.databaseUrl, { users: 2, media: 2, votes: 100 })).rejects.toThrow('media')
  expect(await queryCount(deps.db, 'SELECT count(*) FROM users')).toBe(0)
})

it('changes a site with visitors only when forced and prints progress', PROCESSES, async () => {
  const app = await testApp()
  await quickVisitor(app)
  const dir = mkdtempSync(join(tmpdir(), 'hotvote-seed-'))
  afterUse(() => rmSync(dir, { recursive: true, force: true }))
  const seed = (...more: string[]) =>
    spawnSync(process.execPath, [SEED, '--users', '20', '--media', '30', '--votes', '40', ...more], {
      cwd: dir,
      encoding: 'utf8',
      env: {
        ...nodeEnv,
        DATABASE_URL: app.deps.config.databaseUrl,
        SECRET: 's'.repeat(32),
        ADMIN_PASSWORD,
      },
    })
  expect(seed()).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('This database has visitors') })
  expect(await queryCount(app.deps.db, 'SELECT count(*) FROM users')).toBe(1)
  expect(seed('--votes', '1.5')).toMatchObject({ status: 1, stderr: expect.stringContaining('whole number') })
  expect(seed('--force')).toMatchObject({ status: 0, stderr: expect.stringContaining('done: 20 users, 30 media') })
  expect(await queryCount(app.deps.db, 'SELECT count(*) FROM users')).toBe(21)
})
