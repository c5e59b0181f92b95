import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { startEmbeddedPostgres } from '../src/db/embedded.ts'
import { afterFile } from './after-file.ts'
import { call, expectError, quickVisitor, quickVisitors } from './call.ts'
import { countOf } from './counts.ts'
import { newItems } from './items.ts'
import { startServer } from './server-process.ts'
import { lostVotes, openBeside, openSite, production, voteOnEverything } from './site.ts'

const SOON = { timeout: 20_000, interval: 10 }

it('a process killed while votes come in has kept every vote that it acknowledged', async () => {
  const site = await openSite({ visitors: 10, items: 300 })
  const ledger = await voteOnEverything(site, (answered) => {
    if (answered === 500) site.server.signal('SIGKILL')
    return site.server.isAlive()
  })
  expect(await site.server.exited).toBe('SIGKILL')
  const { acknowledged, lost } = await lostVotes(site.db, ledger)
  expect(acknowledged).toBeGreaterThanOrEqual(500)
  expect(lost).toBe(0)

  const again = await startServer(site.env)
  await again.running
  const [voter] = site.voters
  const voted = await countOf(site.db, 'SELECT count(*) FROM votes WHERE user_id = $1', [voter?.id])
  const next = await call<{ id: number }>(again, `GET /api/media/random/${voter?.id}`, { cookie: voter?.cookie ?? '' })
  expect(next.status).toBe(200)
  const vote = { userId: voter?.id, mediaId: next.body.id, isHot: true }
  expect((await call(again, 'POST /api/votes', { cookie: voter?.cookie ?? '', body: vote })).status).toBe(201)
  expect(await countOf(site.db, 'SELECT votes_cast FROM users WHERE id = $1', [voter?.id])).toBe(voted + 1)
})

it('a database that drops every connection, again and again, costs answers but neither the process nor a vote', async () => {
  const site = await openSite({ visitors: 10, items: 200 })
  const { db, server } = site
  const others = `FROM pg_stat_activity WHERE datname = current_database() AND application_name <> $1 AND pid <> pg_backend_pid()`
  await db.query({ text: `SET application_name = 'beside'` })
  const beside = await db.pool.connect()
  await beside.query(`SET application_name = 'beside'`)
  let rounds = 0
  let cut = 0
  const ledger = await voteOnEverything(site, (answered) => {
    if (answered >= (rounds + 1) * 100 && rounds < 15) {
      rounds++
      void beside.query(`SELECT pg_terminate_backend(pid) ${others}`, ['beside']).then(({ rowCount }) => {
        cut += rowCount ?? 0
      })
    }
    return true
  })
  beside.release()
  expect(rounds).toBe(15)
  expect(cut).toBeGreaterThan(15)
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

  await vi.waitFor(async () => expect((await call(server, 'GET /readyz')).status).toBe(200), SOON)
  const fresh = await quickVisitors(server, 10)
  const late = await Promise.all(Array.from({ length: 100 }, (_, n) => fresh[n % 10]?.vote(Number(site.items[n]))))
  expect(late.map((reply) => reply?.status)).toEqual(Array(100).fill(201))
  expect(server.output.err).toBe('')
})

describe('a database that is stopped and started again', () => {
  it('is answered for with 503 meanwhile, and everything works afterwards', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'hotvote-faults-'))
    let postgres = await startEmbeddedPostgres(join(dir, 'pg'))
    afterFile(async () => {
      await postgres.stop()
      rmSync(dir, { recursive: true, force: true })
    })
    const server = await startServer(production(postgres.url))
    await server.running
    const owner = await quickVisitor(server)
    const visitor = await quickVisitor(server)
    const [item = 0] = await newItems({ deps: { db: openBeside(postgres.url) } }, owner.id, 1)

    for (let round = 0; round < 2; round++) {
      await postgres.stop()
      for (const reply of [await visitor.next(), await visitor.vote(item), await visitor.view(item)]) {
        expectError(reply, 503, 'unavailable')
        expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
      }
      expect((await call(server, 'GET /readyz')).status).toBe(503)
      expect((await call(server, 'GET /healthz')).status).toBe(200)
      postgres = await startEmbeddedPostgres(join(dir, 'pg'))
      await vi.waitFor(async () => expect((await call(server, 'GET /readyz')).status).toBe(200), SOON)
      expect((await visitor.next()).body.id).toBe(item)
    }
    expect((await visitor.vote(item)).status).toBe(201)
    server.signal('SIGTERM')
    expect(await server.exited).toBe(0)
  })
})

it('a database that does not answer is a 503, not a hang', async () => {
  const { server, db, voters, items } = await openSite({ visitors: 1, items: 1 })
  const [voter] = voters
  const [item = 0] = items
  const blocker = await db.pool.connect()
  await blocker.query('SET idle_in_transaction_session_timeout = 0; BEGIN; LOCK TABLE votes')
  const reply = await voter?.vote(item)
  await blocker.query('ROLLBACK')
  blocker.release()
  if (reply) expectError(reply, 503, 'unavailable')
  expect((await voter?.vote(item))?.status).toBe(201)
  expect((await call(server, 'GET /healthz')).status).toBe(200)
})
