import { mkdirSync, openSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { addKeyedJob } from '../../src/platform/jobs/queue.ts'
import { afterUse } from '../app/after-use.ts'
import { call, quickVisitor } from '../app/call.ts'
import { queryCount } from '../app/database.ts'
import { newDataDir, runServer, startServer } from '../app/server-process.ts'
import { connectTo, lostVotes, openSite, production, voteOnEverything, withLongTimeouts } from '../app/site.ts'
import { PROCESSES, SOON } from '../app/soon.ts'
import { testDatabase } from '../app/test-app.ts'
import { jobsDone } from '../app/worker.ts'
import { parseSamples } from '../make/exports.ts'
import { newItems } from '../make/items.ts'

describe('a process that is asked to end', PROCESSES, () => {
  it('finishes requests in flight, accepts no new ones and exits with 0', async () => {
    const { server, db, voters, items, owner } = await openSite({ visitors: 5, items: 5, settings: withLongTimeouts })
    const blocker = await db.pool.connect()
    await blocker.query('SET idle_in_transaction_session_timeout = 0; BEGIN; LOCK TABLE votes')
    const inFlight = voters.map(({ vote }, n) => vote(items[n] ?? 0))
    const { hostname, port } = new URL(server.baseUrl)
    const keptAlive = connect(Number(port), hostname)
    const { id, cookie } = owner
    keptAlive.write(`GET /api/media/random/${id} HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${cookie}\r\n\r\n`)
    // The votes form one group; the server's own jobs may wait for the same table.
    const waiting = `
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ 'INSERT INTO votes|pair.n'`
    await expect.poll(() => queryCount(db, waiting), SOON).toBe(2)
    // Wait for three more requests, so that all earlier requests have arrived.
    for (let n = 0; n < 3; n++) expect((await call(server, 'GET /healthz')).status).toBe(200)

    server.signal('SIGTERM')
    const knock = () => call(server, 'GET /healthz', { agent: false }).catch((failure: Error) => failure)
    await expect.poll(knock, SOON).toMatchObject({ code: 'ECONNREFUSED' })
    expect(server.isAlive()).toBe(true)
    keptAlive.write(`GET /healthz HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`)
    await blocker.query('COMMIT')
    blocker.release()

    expect((await Promise.all(inFlight)).map(({ status }) => status)).toEqual(Array(5).fill(201))
    const [first, second] = (await text(keptAlive)).split(/(?=HTTP\/1\.1 )/)
    expect(first).toMatch(/^HTTP\/1\.1 404 /)
    expect(second).toMatch(/^HTTP\/1\.1 200 .*\r\nConnection: close\r\n/is)
    expect(await server.exited).toBe(0)
    expect(await queryCount(db, 'SELECT sum(hot_votes + not_votes) FROM media')).toBe(5)
    expect(server.output.err).toBe('')
  })

  it('loses no acknowledged vote under load and exits with 0', async () => {
    const site = await openSite({ visitors: 10, items: 300 })
    const ledger = await voteOnEverything(site, (answered) => {
      if (answered === 300) site.server.signal('SIGTERM')
      return site.server.isAlive()
    })
    expect(await site.server.exited).toBe(0)
    const { acknowledged, lost } = await lostVotes(site.db, ledger)
    expect(acknowledged).toBeGreaterThanOrEqual(300)
    expect(lost).toBe(0)
    const refused = ledger.flatMap(({ outcome }) => (outcome instanceof Error || outcome.status === 201 ? [] : outcome))
    expect(refused).toEqual([])
  })

  it('ends once when it gets several signals', async () => {
    const { server } = await openSite({ visitors: 0, items: 0 })
    server.signal('SIGTERM')
    server.signal('SIGINT')
    server.signal('SIGTERM')
    expect(await server.exited).toBe(0)
  })
})

it('runs and ends although its log cannot be written', PROCESSES, async () => {
  const database = await testDatabase()
  afterUse(database.drop)
  const server = await startServer({ ...production(database.url), LOG_LEVEL: 'info' }, openSync('/dev/full', 'w'))
  const status = (path: string) =>
    call(server, `GET ${path}`, { agent: false }).then(
      (reply) => reply.status,
      (failure: Error) => (server.isAlive() ? failure.message : 'ended'),
    )
  await expect.poll(() => status('/readyz'), SOON).toSatisfy((answer) => answer === 200 || answer === 'ended')
  // Log more lines than the log buffer can contain.
  for (let n = 0; n < 50; n++) expect(await status('/api/nothing')).toBe(404)
  server.signal('SIGTERM')
  expect(await server.exited).toBe(0)
})

describe('a process that only runs jobs', PROCESSES, () => {
  it('runs jobs, answers probes and ends on a signal', async () => {
    const database = await testDatabase()
    afterUse(database.drop)
    const env = { ...production(database.url), ROLE: 'worker', METRICS_TOKEN: 'x'.repeat(16) }
    const worker = await startServer(env)
    await worker.running
    const get = (path: string, headers = {}) => call(worker, `GET ${path}`, { headers, agent: false })
    const replies = await Promise.all(['/healthz', '/readyz', '/', '/metrics'].map((path) => get(path)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 404, 401])
    const db = connectTo(database.url)
    await addKeyedJob(db, { name: 'sweep-uploads', payload: {}, key: 'one' })
    await jobsDone(db)
    const scrape = async () => {
      const { text } = await get('/metrics', { authorization: `Bearer ${env.METRICS_TOKEN}` })
      const samples = parseSamples(text)
      return [samples.get('hotvote_workers'), samples.get('hotvote_queue_jobs{task="send-mail",state="due"}')]
    }
    await expect.poll(scrape, SOON).toEqual([1, 0])
    worker.signal('SIGTERM')
    expect(await worker.exited).toBe(0)
    expect(worker.output.err).toBe('')
  })

  it('exits with the reason while its database is down', async () => {
    const env = { ...production('postgres://postgres@127.0.0.1:9/hotvote'), ROLE: 'worker' }
    const { exited, output } = await startServer(env)
    expect(await exited).toBe(1)
    expect(output.err).toContain('HotVote could not start')
  })
})

describe('two processes on an empty database', PROCESSES, () => {
  it('both start, and change nothing at the next start', async () => {
    const database = await testDatabase('template0')
    afterUse(database.drop)
    const env = production(database.url)
    const other = production(database.url)
    for (const { DATA_DIR } of [env, other]) {
      mkdirSync(join(DATA_DIR, 'postgres'))
      writeFileSync(join(DATA_DIR, 'postgres', 'PG_VERSION'), '18\n')
    }
    const servers = await Promise.all([startServer(env), startServer(other)])
    await Promise.all(servers.map(({ running }) => running))
    const [first, second] = servers
    const visitor = await quickVisitor(first)
    const db = connectTo(database.url)
    await newItems({ deps: { db } }, (await quickVisitor(second)).id, 1)
    expect((await call(second, `GET /api/media/random/${visitor.id}`, visitor)).status).toBe(200)
    for (const server of servers) server.signal('SIGTERM')
    expect(await Promise.all(servers.map(({ exited }) => exited))).toEqual([0, 0])
    const logs = servers.map(({ output }) => output.out).join('')
    expect(logs.match(/the embedded one contains a site/g)).toHaveLength(1)
    expect(logs.match(/PUBLIC_URL is not set/g)).toHaveLength(2)

    const state = () =>
      db.query({
        text: `
SELECT (SELECT json_agg(m ORDER BY id) FROM drizzle.__drizzle_migrations m) AS migrations,
  (SELECT json_agg(version) FROM pgboss.version) AS jobs,
  (SELECT json_agg(u ORDER BY id) FROM users u) AS users, (SELECT last_position FROM catalog) AS positions,
  (SELECT json_agg(c.column_name ORDER BY table_name, ordinal_position) FROM information_schema.columns c
   WHERE table_schema = 'public') AS columns`,
      })
    const before = await state()
    const again = await runServer({ ...env, PUBLIC_URL: 'http://hot.example' })
    expect((await call(again, `GET /api/media/random/${visitor.id}`, visitor)).status).toBe(200)
    expect(await state()).toEqual(before)
    again.signal('SIGTERM')
    expect(await again.exited).toBe(0)
    expect(again.output.out).not.toMatch(/PUBLIC_URL is not set|the embedded one contains a site/)
  })
})

describe('a start that cannot succeed', PROCESSES, () => {
  it('names every invalid setting and exits with 1', async () => {
    const env = { DATABASE_URL: 'postgres://localhost/x', LOG_LEVEL: 'loud', ROLE: 'both', ADMIN_PASSWORD: 'admin' }
    const server = await startServer(env)
    expect(await server.exited).toBe(1)
    for (const name of ['LOG_LEVEL', 'ROLE', 'ADMIN_PASSWORD', 'SECRET']) expect(server.output.err).toContain(name)
    expect(server.output.err).not.toMatch(/\bat .*:\d+:\d+/)
    expect(server.output.out).toBe('')
  })

  it('names a missing database without its password', async () => {
    const server = await startServer(production('postgres://hotvote:swordfish@127.0.0.1:9/hotvote'))
    expect(await server.exited).toBe(1)
    expect(server.output.err).toMatch(/could not start/i)
    expect(server.output.err + server.output.out).not.toContain('swordfish')
  })
})

describe('a running process', PROCESSES, async () => {
  const { server, env } = await openSite({ visitors: 0, items: 0 })

  it('refuses headers of more than 16 kB but no shorter ones', async () => {
    const withHeader = (length: number) =>
      call(server, 'GET /healthz', { headers: { 'x-long': 'x'.repeat(length) }, agent: false })
    expect((await withHeader(20_000)).status).toBe(431)
    expect((await withHeader(15_000)).status).toBe(200)
  })

  it('makes a second process report that its port is taken', async () => {
    const second = await startServer({ ...env, DATA_DIR: newDataDir(), PORT: new URL(server.baseUrl).port })
    expect(await second.exited).toBe(1)
    expect(second.output.err).toContain('EADDRINUSE')
    expect((await call(server, 'GET /readyz')).status).toBe(200)
  })
})
