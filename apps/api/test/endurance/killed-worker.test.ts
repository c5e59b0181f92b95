import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { ImportResult } from '@hotvote/shared/operator/bucket'
import type { Operation } from '@hotvote/shared/operator/operations'
import { describe, expect, it } from 'vitest'
import { afterUse } from '../app/after-use.ts'
import { call, quickVisitor, quickVisitors } from '../app/call.ts'
import { expectExactCounts, queryCount, waitingFor } from '../app/database.ts'
import { JOBS } from '../app/job-table.ts'
import { operatorCall, startAsOperator } from '../app/operator.ts'
import { newDataDir, ownDatabaseUrl, runServer } from '../app/server-process.ts'
import { ADMIN_PASSWORD } from '../app/settings.ts'
import { connectTo, openServer, production, untilStatementsEnd, withLongTimeouts } from '../app/site.ts'
import { PROCESSES, SOON } from '../app/soon.ts'
import { afterSilence } from '../app/worker.ts'
import { openClock } from '../chaos/clock.ts'
import { quarters } from '../make/pictures.ts'
import { filePart, upload } from '../make/upload.ts'

type Server = { baseUrl: string }

const PURGE = 'POST /api/admin/purge-inactive-accounts'
const EXPORT = 'GET /api/admin/export-votes'

const start = async (server: Server, route: `${string} ${string}`) => {
  const started = await startAsOperator(server, route)
  expect(started.status, started.text).toBe(202)
}
const ended = async (server: Server, kind: string) => {
  const look = async () => (await operatorCall<Operation>(server, `GET /api/admin/operations/${kind}`)).body
  await expect.poll(async () => (await look()).status, SOON).not.toMatch(/queued|running/)
  return look()
}

/** Starts an operation that waits for a locked table. */
const startStuck = async (
  db: ReturnType<typeof connectTo>,
  server: Server,
  [route, table]: [typeof PURGE | typeof EXPORT, string],
) => {
  const blocker = await db.pool.connect()
  await blocker.query(`SET idle_in_transaction_session_timeout = 0; BEGIN; LOCK TABLE ${table}`)
  await start(server, route)
  await expect.poll(() => waitingFor(db, table), SOON).toBeGreaterThan(0)
  return async () => {
    await blocker.query('ROLLBACK')
    blocker.release()
  }
}

const openIdle = async (visitors: number) => {
  const own = await openServer(withLongTimeouts)
  await quickVisitors(own.server, visitors)
  await own.db.query({ text: `UPDATE sessions SET seen_at = seen_at - interval '61 minutes'` })
  return own
}

describe('a process that is killed while it works', PROCESSES, () => {
  it('leaves its job and export to the next process after the heartbeat expired', async () => {
    const { db, env, server } = await openIdle(30)
    const frees = [await startStuck(db, server, [PURGE, 'views']), await startStuck(db, server, [EXPORT, 'votes'])]
    server.signal('SIGKILL')
    await server.exited
    for (const free of frees) await free()
    await untilStatementsEnd(db)
    expect(await queryCount(db, 'SELECT count(*) FROM users')).toBe(30)
    await afterSilence(db)
    const next = await runServer(env)
    expect(await ended(next, 'purge-inactive-accounts')).toMatchObject({
      status: 'done',
      result: { deletedCount: 30, remainingUsers: 0 },
    })
    expect(await ended(next, 'export-votes')).toMatchObject({ status: 'done', result: { rows: 0 } })
    const entries = `SELECT count(*) FROM audit_log WHERE event = 'INACTIVE_ACCOUNTS_PURGE_COMPLETED'`
    expect(await queryCount(db, entries)).toBe(1)
    await expectExactCounts(db)
    expect((await operatorCall(next, EXPORT)).status).toBe(200)
  })

  it('leaves the screening of an upload to the next process', async () => {
    let calls = 0
    const service = createServer((_req, res) => {
      calls += 1
      if (calls > 1) res.end('{"score": 0}')
    }).listen(0, '127.0.0.1')
    await once(service, 'listening')
    afterUse(() => {
      service.closeAllConnections()
      service.close()
    })
    const screening = {
      SCREENING_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/`,
      SCREENING_SECRET: 's'.repeat(16),
    }
    const { db, env, server } = await openServer((url) => ({ ...production(url), ...screening }))
    const picture = await quarters(640, 480).jpeg().toBuffer()
    const { body } = await upload(server, await quickVisitor(server), filePart(picture))
    expect(body).toMatchObject({ isWaiting: true, isChecking: true })
    await expect.poll(() => calls, SOON).toBe(1)
    server.signal('SIGKILL')
    await server.exited
    await afterSilence(db)
    await runServer(env)
    const shown = 'SELECT count(position) FROM media WHERE id = $1'
    await expect.poll(() => queryCount(db, shown, [body.id]), SOON).toBe(1)
    expect(calls).toBe(2)
    await expectExactCounts(db)
  })

  it('leaves its job to a process whose clock was set back', async ({ skip }) => {
    const clock = openClock(newDataDir())
    if (typeof clock === 'string') return skip(clock)
    const { db, env, server } = await openIdle(3)
    const free = await startStuck(db, server, [PURGE, 'views'])
    const other = await runServer({ ...env, ...clock.env, DATA_DIR: newDataDir() })
    await clock.jump(-7200)
    server.signal('SIGKILL')
    await server.exited
    await free()
    await afterSilence(db)
    expect(await ended(other, 'purge-inactive-accounts')).toMatchObject({ status: 'done' })
  })

  it('leaves the jobs of running processes alone', async () => {
    const { db, env, server } = await openIdle(3)
    const free = await startStuck(db, server, [PURGE, 'views'])
    const text = `SELECT id, state, retries FROM ${JOBS} WHERE task = 'run-operation'`
    const holders = () => db.query({ text })
    // The blocked statement may belong to a scheduled job.
    await expect.poll(holders, SOON).toMatchObject([{ state: 'active', retries: 0 }])
    const before = await holders()
    // The worker looks for abandoned jobs before the server reports that it runs.
    const second = await runServer({ ...env, DATA_DIR: newDataDir() })
    expect(await holders()).toEqual(before)
    await free()
    expect(await ended(second, 'purge-inactive-accounts')).toMatchObject({
      status: 'done',
      result: { deletedCount: 3 },
    })
    expect(await db.query({ text: 'SELECT restarts FROM operations' })).toEqual([{ restarts: 0 }])
  })

  it('continues at the next start with an embedded database and imports each file once', async () => {
    const env = { ADMIN_PASSWORD, DATA_DIR: newDataDir() }
    const first = await runServer(env)
    const folder = join(env.DATA_DIR, 'media', 'drop')
    await mkdir(folder, { recursive: true })
    for (let n = 1; n <= 12; n++)
      await writeFile(
        join(folder, `photo-${n}.jpg`),
        await quarters(20 + n, 20)
          .jpeg()
          .toBuffer(),
      )
    const db = connectTo(ownDatabaseUrl(env.DATA_DIR))
    const blocker = await db.pool.connect()
    await blocker.query(`
SELECT pg_advisory_lock(1);
CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM media WHERE position > 0) = 4 THEN PERFORM pg_advisory_xact_lock(1); END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER hold BEFORE INSERT ON media FOR EACH ROW EXECUTE FUNCTION hold()`)
    await start(first, 'POST /api/admin/import-media')
    const waiting = `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 1 AND NOT granted`
    await expect.poll(() => queryCount(db, waiting), SOON).toBe(1)
    first.signal('SIGKILL')
    await first.exited
    await blocker.query('SELECT pg_advisory_unlock(1); DROP TRIGGER hold ON media')
    blocker.release()
    expect(await queryCount(db, 'SELECT count(*) FROM media WHERE position > 0')).toBe(4)

    const next = await runServer(env)
    expect(await ended(next, 'import-media')).toMatchObject({ status: 'done', result: { imported: 12, errors: [] } })
    const counts = await call<{ totalMedia: number }>(next, 'GET /api/db-test/counts')
    expect(counts.body.totalMedia).toBe(12)
    const again = await operatorCall<ImportResult>(next, 'POST /api/admin/import-media')
    expect(again.body).toMatchObject({ imported: 0, errors: [] })
  })
})
