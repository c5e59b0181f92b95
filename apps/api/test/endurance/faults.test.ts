import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Operation } from '@hotvote/shared/operator/operations'
import { describe, expect, it } from 'vitest'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded.ts'
import { findPostmaster } from '../../src/platform/embedded-postgres/postmaster.ts'
import { afterUse } from '../app/after-use.ts'
import { call, expectError, quickVisitor, quickVisitors } from '../app/call.ts'
import { queryCount, waitingFor } from '../app/database.ts'
import { DUE_NOW, SILENCE } from '../app/job-table.ts'
import { operatorCall, startAsOperator } from '../app/operator.ts'
import { runServer } from '../app/server-process.ts'
import { connectTo, lostVotes, openSite, production, untilStatementsEnd, voteOnEverything } from '../app/site.ts'
import { PROCESSES, SOON } from '../app/soon.ts'
import { newItems } from '../make/items.ts'

const untilReady = (server: { baseUrl: string }) =>
  expect.poll(async () => (await call(server, 'GET /readyz')).status, SOON).toBe(200)

it('keeps every acknowledged vote when the process is killed', PROCESSES, async () => {
  const site = await openSite({ visitors: 10, items: 300 })
  const ledger = await voteOnEverything(site, (answered) => {
    if (answered === 500) site.server.signal('SIGKILL')
    return site.server.isAlive()
  })
  expect(await site.server.exited).toBe('SIGKILL')
  await untilStatementsEnd(site.db)
  const { acknowledged, lost } = await lostVotes(site.db, ledger)
  expect(acknowledged).toBeGreaterThanOrEqual(500)
  expect(lost).toBe(0)

  const again = await runServer(site.env)
  const [voter] = site.voters
  const voted = await queryCount(site.db, 'SELECT count(*) FROM votes WHERE user_id = $1', [voter?.id])
  const next = await call<{ id: number }>(again, `GET /api/media/random/${voter?.id}`, { cookie: voter?.cookie ?? '' })
  expect(next.status).toBe(200)
  const vote = { userId: voter?.id, mediaId: next.body.id, isHot: true }
  expect((await call(again, 'POST /api/votes', { cookie: voter?.cookie ?? '', body: vote })).status).toBe(201)
  expect(await queryCount(site.db, 'SELECT votes_cast FROM users WHERE id = $1', [voter?.id])).toBe(voted + 1)
})

it('loses no vote when the database drops connections repeatedly', PROCESSES, async () => {
  const site = await openSite({ visitors: 10, items: 200 })
  const { db, server } = site
  const cut = `
SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'served'`
  const cuts: Promise<{ pid: number }[]>[] = []
  const ledger = await voteOnEverything(site, (answered) => {
    if (answered >= (cuts.length + 1) * 100 && cuts.length < 15) cuts.push(db.query<{ pid: number }>({ text: cut }))
    return true
  })
  const ended = (await Promise.all(cuts)).flatMap((rows) => rows.map(({ pid }) => pid))
  expect(cuts).toHaveLength(15)
  expect(ended.length).toBeGreaterThan(15)
  expect(server.isAlive()).toBe(true)
  for (const { outcome } of ledger) {
    if (outcome instanceof Error) throw outcome
    if (outcome.status === 201) continue
    expectError(outcome, 503, 'unavailable')
    expect(Number(outcome.headers['retry-after'])).toBeGreaterThan(0)
  }
  const { acknowledged, lost } = await lostVotes(db, ledger)
  expect(acknowledged).toBeGreaterThan(1000)
  expect(lost).toBe(0)

  // Terminated connections take a moment to disappear.
  const ending = 'SELECT count(*) FROM pg_stat_activity WHERE pid = ANY ($1::int[])'
  await expect.poll(() => queryCount(db, ending, [ended]), SOON).toBe(0)
  await untilReady(server)
  const fresh = await quickVisitors(server, 10)
  const late = await Promise.all(Array.from({ length: 100 }, (_, n) => fresh[n % 10]?.vote(Number(site.items[n]))))
  expect(late.map((reply) => reply?.status)).toEqual(Array(100).fill(201))
  expect(server.output.err).toBe('')
})

/** Fills the socket's backlog. */
const fillQueue = async (path: string) => {
  const sockets: Socket[] = []
  for (let isRefused = false; !isRefused; ) {
    const socket = connect(path)
    sockets.push(socket)
    isRefused = await new Promise((done) => socket.once('connect', () => done(false)).once('error', () => done(true)))
  }
  return sockets
}

const LAST_WORDS = 8000

/** Starts an operation that waits for a locked table; `finish` releases it. */
const startStuckPurge = async (server: Awaited<ReturnType<typeof runServer>>, db: ReturnType<typeof connectTo>) => {
  await db.query({ text: `INSERT INTO users (username) VALUES ('Never seen')` })
  const blocker = await db.pool.connect()
  blocker.on('error', () => undefined)
  await blocker.query('SET idle_in_transaction_session_timeout = 0; BEGIN; LOCK TABLE views')
  await startAsOperator(server, 'POST /api/admin/purge-inactive-accounts')
  const comes = expect.poll(() => waitingFor(db, 'views'), SOON).toBeGreaterThan(0)
  await comes.catch((failure: Error) => {
    throw new Error(`The purge did not come to the table:\n${server.output.out.slice(-LAST_WORDS)}`, { cause: failure })
  })
  const status = async () => {
    for (const text of [SILENCE, DUE_NOW]) await db.query({ text })
    return (await operatorCall<Operation>(server, 'GET /api/admin/operations/purge-inactive-accounts')).body.status
  }
  return async () => {
    blocker.release(true)
    await expect.poll(status, { ...SOON, interval: 1000 }).toBe('done')
  }
}

describe('a database that is stopped and started again', PROCESSES, () => {
  it('causes 503 during the outage and works afterwards', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'hotvote-faults-'))
    let postgres = await startEmbeddedPostgres(join(dir, 'pg'))
    afterUse(async () => {
      await postgres.stop()
      rmSync(dir, { recursive: true, force: true })
    })
    const server = await runServer(production(postgres.url))
    const owner = await quickVisitor(server)
    const visitor = await quickVisitor(server)
    const db = connectTo(postgres.url)
    const [item = 0] = await newItems({ deps: { db } }, owner.id, 1)

    // Stops the server, so that its backlog fills up.
    const pid = Number(findPostmaster(join(dir, 'pg')))
    process.kill(pid, 'SIGSTOP')
    const waiting = await fillQueue(join(dir, 'pg', '.s.PGSQL.5432'))
    await db.query({ text: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'served'` })
    const refused = await Promise.all([visitor.vote(item), visitor.view(item), visitor.next()])
    process.kill(pid, 'SIGCONT')
    for (const socket of waiting) socket.destroy()
    for (const reply of refused) expectError(reply, 503, 'unavailable')
    const finish = await startStuckPurge(server, db)

    for (let round = 0; round < 2; round++) {
      await postgres.stop()
      for (const reply of [await visitor.next(), await visitor.vote(item), await visitor.view(item)]) {
        expectError(reply, 503, 'unavailable')
        expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
      }
      await expect.poll(async () => (await call(server, 'GET /readyz')).status, SOON).toBe(503)
      expect((await call(server, 'GET /healthz')).status).toBe(200)
      postgres = await startEmbeddedPostgres(join(dir, 'pg'))
      await untilReady(server)
      expect((await visitor.next()).body.id).toBe(item)
    }
    expect((await visitor.vote(item)).status).toBe(201)
    await finish()
    server.signal('SIGTERM')
    expect(await server.exited).toBe(0)
  })
})

it('answers 503 when the database hangs', PROCESSES, async () => {
  const { server, db, voters, items } = await openSite({ visitors: 1, items: 1 })
  const [voter] = voters
  if (!voter) throw new Error('No voter')
  const [item = 0] = items
  const blocker = await db.pool.connect()
  await blocker.query('SET idle_in_transaction_session_timeout = 0; BEGIN; LOCK TABLE votes')
  const reply = await voter.vote(item)
  await blocker.query('ROLLBACK')
  blocker.release()
  expectError(reply, 503, 'unavailable')
  expect((await voter.vote(item)).status).toBe(201)
  expect((await call(server, 'GET /healthz')).status).toBe(200)
})

describe('the log', PROCESSES, () => {
  it('describes a database failure in long work without the values of its statement', async () => {
    const { server, db, items } = await openSite({ visitors: 0, items: 1 })
    await db.query({
      text: `
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a value'; END $$;
CREATE TRIGGER refuse BEFORE UPDATE ON media FOR EACH ROW EXECUTE FUNCTION refuse()`,
    })
    await operatorCall(server, 'POST /api/admin/delete-media', { mediaIds: items })
    await expect.poll(() => server.output.out, SOON).toContain('skipped an item')
    expect(server.output.out).toMatch(/"code":"P0001","statement":"\w/)
    expect(server.output.out).not.toMatch(/a value|Failed query|params/)
    const line = server.output.out.split('\n').find((one) => one.includes('skipped an item')) ?? ''
    const { time, ...others } = JSON.parse(line)
    expect(new Date(time).toISOString()).toBe(time)
    expect(Object.keys(others)).not.toEqual(expect.arrayContaining([expect.stringMatching(/pid|hostname/)]))
  })
})
