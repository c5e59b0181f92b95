import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportResult } from '@hotvote/shared/database'
import type { Operation } from '@hotvote/shared/operations'
import { describe, expect, it, vi } from 'vitest'
import { afterFile } from './after-file.ts'
import { call, quickVisitors } from './call.ts'
import { countOf, expectExactCounts } from './counts.ts'
import { operatorCall } from './operator.ts'
import { quarters } from './pictures.ts'
import { newDataDir, startServer } from './server-process.ts'
import { openBeside, production } from './site.ts'
import { testDatabase } from './test-app.ts'

const SOON = { timeout: 20_000, interval: 50 }
const authorization = `Basic ${Buffer.from('admin:a long enough password').toString('base64')}`
const ENV = { ADMIN_PASSWORD: 'a long enough password' }
const KIND = 'purge-inactive-accounts'

/** Starts a purge that cannot go on: somebody holds the table. */
const startStuck = async (db: ReturnType<typeof openBeside>, server: { baseUrl: string }) => {
  const blocker = await db.pool.connect()
  await blocker.query('SET idle_in_transaction_session_timeout = 0; BEGIN; LOCK TABLE views')
  const started = await call(server, `POST /api/admin/${KIND}`, { headers: { authorization, Prefer: 'respond-async' } })
  expect(started.status, started.text).toBe(202)
  const waiting = `
SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  await vi.waitFor(async () => expect(await countOf(db, waiting)).toBeGreaterThan(0), SOON)
  return async () => {
    await blocker.query('ROLLBACK')
    blocker.release()
  }
}

describe('a process that is killed while it runs a job', () => {
  it('leaves it to the next one, once it has been silent for a while', async () => {
    const database = await testDatabase()
    afterFile(database.drop)
    const db = openBeside(database.url)
    const env = production(database.url)
    const first = await startServer(env)
    await first.running
    await quickVisitors(first, 30)
    const free = await startStuck(db, first)
    first.signal('SIGKILL')
    await first.exited
    await free()
    expect(await countOf(db, 'SELECT count(*) FROM users')).toBe(30)

    // As if half a minute had gone by.
    await db.query({ text: `UPDATE workers SET seen_at = seen_at - interval '31 seconds'` })
    await db.query({ text: `UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '31 seconds'` })
    const next = await startServer(env)
    await next.running
    const done = async () => {
      const { body } = await operatorCall<Operation>(next, `GET /api/admin/operations/${KIND}`)
      expect(body).toMatchObject({ status: 'done', result: { deletedCount: 30, remainingUsers: 0 } })
    }
    await vi.waitFor(done, SOON)
    expect(await countOf(db, `SELECT count(*) FROM audit_log WHERE event = 'INACTIVE_ACCOUNTS_PURGE_COMPLETED'`)).toBe(
      1,
    )
    await expectExactCounts(db)
  })

  it('leaves the jobs of living processes alone', async () => {
    const database = await testDatabase()
    afterFile(database.drop)
    const db = openBeside(database.url)
    const env = production(database.url)
    const first = await startServer(env)
    await first.running
    await quickVisitors(first, 3)
    const free = await startStuck(db, first)
    await db.query({ text: `UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '31 seconds'` })
    const second = await startServer({ ...env, DATA_DIR: newDataDir() })
    await second.running
    const text = 'SELECT restarts FROM operations'
    expect(await db.query({ text })).toEqual([{ restarts: 0 }])
    await free()
    const done = async () => {
      const { body } = await operatorCall<Operation>(second, `GET /api/admin/operations/${KIND}`)
      expect(body).toMatchObject({ status: 'done', result: { deletedCount: 3 } })
    }
    await vi.waitFor(done, SOON)
    expect(await db.query({ text })).toEqual([{ restarts: 0 }])
  })

  it('with a database of its own goes on at the next start', async () => {
    const env = { ...ENV, DATA_DIR: newDataDir() }
    const first = await startServer(env)
    await first.running
    await quickVisitors(first, 10)
    const started = await call(first, `POST /api/admin/${KIND}`, {
      headers: { authorization, Prefer: 'respond-async' },
    })
    expect(started.status).toBe(202)
    first.signal('SIGKILL')
    await first.exited
    const next = await startServer(env)
    await next.running
    const done = async () => {
      const { body } = await operatorCall<Operation>(next, `GET /api/admin/operations/${KIND}`)
      expect(body).toMatchObject({ status: 'done', result: { deletedCount: 10 } })
    }
    await vi.waitFor(done, SOON)
  })

  it('in the middle of an export leaves it to the next one, and the way free for others', async () => {
    const database = await testDatabase()
    afterFile(database.drop)
    const db = openBeside(database.url)
    const env = production(database.url)
    const first = await startServer(env)
    await first.running
    const blocker = await db.pool.connect()
    await blocker.query('SET idle_in_transaction_session_timeout = 0; BEGIN; LOCK TABLE votes')
    const path = 'GET /api/admin/export-votes'
    const started = await call(first, path, { headers: { authorization, Prefer: 'respond-async' } })
    expect(started.status, started.text).toBe(202)
    first.signal('SIGKILL')
    await first.exited
    await blocker.query('ROLLBACK')
    blocker.release()

    // As if half a minute had gone by.
    await db.query({ text: `UPDATE operations SET created_at = now() - interval '31 seconds', heartbeat_at = NULL` })
    await db.query({ text: 'UPDATE graphile_worker._private_jobs SET run_at = now()' })
    const next = await startServer(env)
    await next.running
    const done = async () => {
      const { body } = await operatorCall<Operation>(next, 'GET /api/admin/operations/export-votes')
      expect(body).toMatchObject({ status: 'done', result: { rows: 0 } })
    }
    await vi.waitFor(done, SOON)
    expect((await call(next, path, { headers: { authorization } })).status).toBe(200)
  })

  it('in the middle of an import leaves each file imported once', async () => {
    const env = { ...ENV, DATA_DIR: newDataDir() }
    const first = await startServer(env)
    await first.running
    const folder = join(env.DATA_DIR, 'media', 'drop')
    await mkdir(folder, { recursive: true })
    for (let n = 1; n <= 12; n++)
      await writeFile(
        join(folder, `photo-${n}.jpg`),
        await quarters(20 + n, 20)
          .jpeg()
          .toBuffer(),
      )
    await call(first, 'POST /api/admin/import-media', { headers: { authorization, Prefer: 'respond-async' } })
    const operationOf = async (server: { baseUrl: string }) =>
      (await operatorCall<Operation>(server, 'GET /api/admin/operations/import-media')).body
    await vi.waitFor(async () => expect((await operationOf(first)).progress.done).toBeGreaterThan(0), SOON)
    first.signal('SIGKILL')
    await first.exited
    const next = await startServer(env)
    await next.running
    await vi.waitFor(async () => expect((await operationOf(next)).status).toBe('done'), SOON)
    const counts = await call<{ totalMedia: number }>(next, 'GET /api/db-test/counts')
    expect(counts.body.totalMedia).toBe(12)
    const again = await operatorCall<ImportResult>(next, 'POST /api/admin/import-media')
    expect(again.body).toMatchObject({ imported: 0, errors: [] })
  })
})
