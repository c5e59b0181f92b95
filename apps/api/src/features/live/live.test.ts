import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { call, expectError, quickVisitor } from '../../../test/call.ts'
import { OPERATOR } from '../../../test/credentials.ts'
import { followEvents } from '../../../test/events.ts'
import { hold, waitingForLocks } from '../../../test/hold.ts'
import { newItems } from '../../../test/items.ts'
import { operatorCall, startAsOperator } from '../../../test/operator.ts'
import { runServer } from '../../../test/server-process.ts'
import { production } from '../../../test/site.ts'
import { PROCESSES, SOON } from '../../../test/soon.ts'
import { testApp } from '../../../test/test-app.ts'
import { withWorker } from '../../../test/worker.ts'
import { openEventStreams } from '../../http/event-streams.ts'

const EVENTS = 'GET /api/admin/events'
/** Connections of a site that hear of changes. */
const LISTENING = `FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN hotvote%'`

const app = await testApp()
/** Another process of the same site. */
const other = await testApp({ DATABASE_URL: app.deps.config.databaseUrl })
const sql = (text: string) => app.deps.db.query({ text })
const countOf = (topics: string[], topic: string) => topics.filter((one) => one === topic).length

const follow = async (site = app, headers?: Record<string, string>) => {
  const stream = await followEvents(site, headers)
  return { ...stream, expectMore: expectMoreIn(stream.topics) }
}
/** Does something, and waits until a topic is told once more. */
const expectMoreIn = (topics: string[]) => async (topic: string, act: () => Promise<unknown>) => {
  const before = countOf(topics, topic)
  await act()
  await expect.poll(() => countOf(topics, topic), SOON).toBeGreaterThan(before)
}

const openLogin = async () => {
  const { body } = await operatorCall<{ token: string }>(app, 'POST /api/admin/login')
  return { authorization: `Basic ${body.token}` }
}

describe('the stream of events', () => {
  it('is one that no proxy collects or compresses, and says at once that it is there', async () => {
    const { status, headers, text } = await call(app, EVENTS, { headers: { ...OPERATOR, 'accept-encoding': 'gzip' } })
    expect({ status, text }).toEqual({ status: 200, text: ':\n\n' })
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    expect(headers['content-encoding']).toBeUndefined()
    expect((await call(app, 'HEAD /api/admin/events', { headers: OPERATOR })).status).toBe(200)
  })

  it('tells of audit entries, those of another process and those of no process of ours', async () => {
    const [here, there] = [await follow(), await follow(other)]
    const failLogin = () => call(app, EVENTS, { headers: { authorization: `Basic ${btoa('admin:wrong')}` } })
    await here.expectMore('audit', () => there.expectMore('audit', failLogin))
    await here.expectMore('audit', () => sql(`INSERT INTO audit_log (event, actor) VALUES ('backup', 'system')`))
  })

  it('tells how far an operation of another process is', async () => {
    const { expectMore } = await follow()
    await withWorker(other)
    await expectMore('operations', () => startAsOperator(other, 'POST /api/admin/purge-inactive-accounts'))
    const look = () => operatorCall<{ status: string }>(app, 'GET /api/admin/operations/purge-inactive-accounts')
    await expect.poll(async () => (await look()).body.status, SOON).toBe('done')
  })

  it('tells of votes, of new items and of takedown requests, and names none of them', async () => {
    const { expectMore, text } = await follow()
    const visitor = await quickVisitor(other)
    let items: number[] = []
    await expectMore('media', async () => {
      items = await newItems(app, (await quickVisitor(app)).id, 1)
    })
    await expectMore('votes', async () => expect((await visitor.vote(items[0] ?? 0)).status).toBe(201))
    await expectMore('takedowns', () =>
      sql(`INSERT INTO takedowns (complainant_name, complainant_email, copyright_owner, work_description,
        infringement_description, infringing_urls, good_faith_statement, accuracy_statement, electronic_signature)
        VALUES ('a', 'a@b.example', 'a', 'a', 'a', '[]', true, true, 'a')`),
    )
    expect(text()).toMatch(/^(:\n\n|data: (audit|health|media|operations|takedowns|votes)\n\n)*$/)
  })

  it('goes on after an outage of the connection on which it listens', async () => {
    const { expectMore } = await follow()
    const listening = async () => {
      const rows = await app.deps.db.query<{ pid: number }>({ text: `SELECT pid ${LISTENING}` })
      return rows.map(({ pid }) => pid)
    }
    const before = await listening()
    await sql(`SELECT pg_terminate_backend(pid) ${LISTENING}`)
    // One that was told to end is still there for a moment.
    const isAnew = (pids: number[]) => pids.length === before.length && !pids.some((pid) => before.includes(pid))
    await expect.poll(async () => isAnew(await listening()), SOON).toBe(true)
    await expectMore('audit', () => sql(`INSERT INTO audit_log (event, actor) VALUES ('backup', 'system')`))
  })

  it('ends with its login and with no other, whichever process ends it', async () => {
    const [mine, others] = [await openLogin(), await openLogin()]
    const [stream, kept] = [await follow(app, mine), await follow(app, others)]
    expect((await call(other, 'POST /api/admin/logout', { headers: mine })).status).toBe(204)
    expect(await stream.ended).toBe(true)
    expect(stream.text()).toMatch(/event: ended\ndata: login\n\n$/)
    expectError(await call(app, EVENTS, { headers: mine }), 401, 'not_operator')
    await kept.expectMore('audit', () => sql(`INSERT INTO audit_log (event, actor) VALUES ('backup', 'system')`))
    await sql(`UPDATE operator_logins SET used_at = now() - interval '12 hours'`)
    expect(await kept.ended).toBe(true)
  })

  it('is refused where there are too many, until one ends', async () => {
    const site = await testApp()
    const streams = await Promise.all(Array.from({ length: 100 }, () => followEvents(site)))
    const refused = await call(site, EVENTS, { headers: OPERATOR })
    expectError(refused, 429, 'too_many_requests')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    streams[0]?.leave()
    await expect.poll(async () => (await call(site, EVENTS, { headers: OPERATOR })).status, SOON).toBe(200)
  })

  it('is none of those any more when its reader left before it was opened', async () => {
    const site = await testApp()
    // Room for one.
    const { open } = openEventStreams(1)
    const opened = Promise.withResolvers<void>()
    site.deps.eventStreams.open = (res) => {
      opened.resolve()
      return open(res)
    }
    const { body } = await operatorCall<{ token: string }>(site, 'POST /api/admin/login')
    const holder = await hold(site.deps.db, 'LOCK TABLE operator_logins IN ACCESS EXCLUSIVE MODE', [])
    const { hostname, port } = new URL(site.baseUrl)
    const socket = connect(Number(port), hostname).resume()
    socket.write(`GET /api/admin/events HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${body.token}\r\n\r\n`)
    await expect.poll(() => waitingForLocks(site.deps.db), SOON).toBe(1)
    // The server closes its side, too, once it has noticed.
    const closed = new Promise((done) => socket.once('close', done))
    socket.end()
    await closed
    await holder.end()
    await opened.promise
    await expect.poll(async () => (await call(site, EVENTS, { headers: OPERATOR })).status, SOON).toBe(200)
  })

  it('ends at once when the site is stopped before it has begun', async () => {
    const site = await testApp()
    const { open, close } = openEventStreams()
    site.deps.eventStreams.open = (res) => {
      const stream = open(res)
      close()
      return stream
    }
    expect(await (await followEvents(site)).ended).toBe(true)
  })

  it('does not hold up a process that ends', PROCESSES, async () => {
    const server = await runServer(production(app.deps.config.databaseUrl))
    const { ended } = await followEvents(server)
    server.signal('SIGTERM')
    // An answer that was cut has no end.
    expect(await ended).toBe(true)
    expect(await server.exited).toBe(0)
  })

  it('costs nothing while nobody follows', async () => {
    const site = await testApp()
    const listeners = () => site.deps.db.query({ text: `SELECT 1 ${LISTENING}` })
    expect(await listeners()).toHaveLength(0)
    const stream = await followEvents(site)
    await expect.poll(listeners, SOON).toHaveLength(1)
    stream.leave()
    await expect.poll(listeners, SOON).toHaveLength(0)
  })
})
