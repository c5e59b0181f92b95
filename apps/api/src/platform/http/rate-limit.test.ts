import { beforeEach, describe, expect, it } from 'vitest'
import { call, expectError, quickVisitor, readCookie } from '../../../test/app/call.ts'
import { newSessionId, type TestApp, testApp } from '../../../test/app/test-app.ts'

const env = { RATE_LIMITS: 'on', TRUST_PROXY: '1' }
const app = await testApp(env)
const other = await testApp({ ...env, DATABASE_URL: app.deps.config.databaseUrl })
beforeEach(() => app.deps.db.query({ text: 'TRUNCATE rate_limits' }))

const arrive = (address: string, on = app) =>
  call(on, 'POST /api/session', {
    body: { sessionId: newSessionId(), username: '' },
    headers: { 'x-forwarded-for': address },
  })

const fill = (network: string, points: number) =>
  app.deps.db.query({ text: 'INSERT INTO rate_limits VALUES ($1, $2, (extract(epoch FROM now()) + 3600) * 1000)' }, [
    `newVisitor:network:${network}`,
    points,
  ])

const letIn = async (count: number, addressOf: (n: number) => string, on = app) => {
  const replies = await Promise.all(Array.from({ length: count }, (_, n) => arrive(addressOf(n), on)))
  return replies.filter(({ status }) => status === 200).length
}

describe('a limit by address', () => {
  it('refuses new visitors from a network after 3,000 in an hour', async () => {
    expect(await letIn(70, (n) => `198.51.100.${n}`)).toBe(70)
    await app.deps.db.query({ text: 'UPDATE rate_limits SET points = 2999' })
    expect((await arrive('198.51.100.1')).status).toBe(200)
    const refused = await arrive('198.51.100.2')
    expectError(refused, 429, 'too_many_requests')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500)
    expect((await arrive('198.51.101.1')).status).toBe(200)
  })

  it('counts all addresses of one IPv6 network together', async () => {
    await fill('2001:db8:1::/48', 2990)
    expect(await letIn(20, (n) => `2001:db8:1:${n}::${n}`)).toBe(10)
    expectError(await arrive('2001:0DB8:0001:0002:ffff:ffff:ffff:ffff'), 429, 'too_many_requests')
    expect((await arrive('2001:db8:2::1')).status).toBe(200)
  })

  it('counts all spellings of an address together', async () => {
    const spellings = [
      (n: number) => `192.0.2.1:${1000 + n}`,
      () => '::ffff:192.0.2.1',
      () => '::FFFF:c000:0201',
      () => '0:0:0:0:0:ffff:192.0.2.1',
      (n: number) => `[::ffff:192.0.2.1]:${n}`,
    ]
    await fill('192.0.2.0/24', 2990)
    expect(await letIn(20, (n) => spellings[n % spellings.length]?.(n) ?? '')).toBe(10)
    expectError(await arrive('192.0.2.1'), 429)
    expect((await arrive('192.0.3.2:1')).status).toBe(200)
  })

  it.each(['x'.repeat(3000), '1.2.3.4.5', ':::', '[', '%', "'; --"])('accepts the address %.20s', async (text) => {
    expect((await arrive(text)).status).toBe(200)
  })

  it('is shared by all processes', async () => {
    await fill('192.0.2.0/24', 2940)
    expect(await letIn(40, () => '192.0.2.9')).toBe(40)
    expect(await letIn(40, () => '192.0.2.9', other)).toBe(20)
  })
})

it('shares the limit of a visitor across processes', async () => {
  const opened = await arrive('192.0.2.11')
  const cookie = readCookie(opened)
  const path = `/api/users/${(opened.body as { id: number }).id}` as const
  const rename = (n: number, on: TestApp) =>
    call(on, `PATCH ${path}`, {
      cookie,
      body: { username: `Name ${n}` },
      headers: { 'x-forwarded-for': `192.0.3.${n}` },
    })
  for (let n = 0; n < 30; n++) expect((await rename(n, n % 2 ? app : other)).status).toBe(200)
  for (const on of [app, other]) expectError(await rename(31, on), 429, 'too_many_requests')
})

it('limits repeated calls for statistics and deletions', async () => {
  const visitor = await quickVisitor(app)
  const statuses = async (count: number, route: `${string} ${string}`) =>
    (await Promise.all(Array.from({ length: count }, () => call(app, route, visitor)))).map(({ status }) => status)
  const stats = await statuses(301, `GET /api/users/${visitor.id}/stats`)
  expect(stats.filter((status) => status === 429)).toHaveLength(1)
  expectError(await call(app, `GET /api/users/${visitor.id}/news`, visitor), 429, 'too_many_requests')
  const deletions = await statuses(121, `DELETE /api/media/1?userId=${visitor.id}`)
  expect(deletions.filter((status) => status === 429)).toHaveLength(1)
})

const writeAhead = (key: string) =>
  app.deps.db.query(
    { text: 'INSERT INTO rate_limits VALUES ($1, 100000, (extract(epoch FROM now()) + 86400) * 1000)' },
    [key],
  )

it('accepts visitors after a window that began in the future', async () => {
  await writeAhead('newVisitor:network:192.0.2.0/24')
  expect(await letIn(70, () => '192.0.2.12')).toBe(70)
})

it('counts in a table without a write-ahead log', async () => {
  const kind = { text: `SELECT relpersistence AS kind FROM pg_class WHERE oid = 'rate_limits'::regclass` }
  expect(await app.deps.db.query(kind)).toEqual([{ kind: 'u' }])
})
