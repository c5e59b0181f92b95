import { request } from 'node:http'
import { beforeEach, describe, expect, it } from 'vitest'
import { call, expectError } from '../../../test/app/call.ts'
import { testApp } from '../../../test/app/test-app.ts'

const CALL = 'GET /api/admin/media'
const PASSWORD = 'pass:wörd 🔥 long'

const encoded = (text: string) => Buffer.from(text).toString('base64')
const basic = (text: string) => ({ authorization: `Basic ${encoded(text)}` })
const good = basic(`admin:${PASSWORD}`)
const from = (ip: string) => ({ 'x-forwarded-for': ip })

const app = await testApp({ ADMIN_PASSWORD: PASSWORD, RATE_LIMITS: 'on', TRUST_PROXY: '1' })
const sql = <Row>(text: string) => app.deps.db.query<Row>({ text })
beforeEach(() => sql('TRUNCATE rate_limits'))

const callTwice = (values: string[]) =>
  new Promise<number>((done, fail) => {
    const url = `${app.baseUrl}/api/admin/media`
    const req = request(url, (res) => {
      res.resume()
      done(res.statusCode ?? 0)
    })
    req.setHeader('Authorization', values)
    req.once('error', fail).end()
  })

describe('credentials', () => {
  it.each([
    ['none', {}],
    ['no value', { authorization: 'Basic' }],
    ['no base64', { authorization: 'Basic !!!' }],
    ['no colon', basic('nocolon')],
    ['a colon only', basic(':')],
    ['another user', basic(`root:${PASSWORD}`)],
    ['the right start', basic(`admin:${PASSWORD.slice(0, -1)}`)],
    ['the right start and more', basic(`admin:${PASSWORD}x`)],
    ['bytes that are no UTF-8', { authorization: `Basic ${Buffer.from([0x61, 0x3a, 0xff, 0xfe]).toString('base64')}` }],
    [
      'the password in Latin-1',
      { authorization: `Basic ${Buffer.from(`admin:${PASSWORD}`, 'latin1').toString('base64')}` },
    ],
    ['another scheme', { authorization: `Bearer ${encoded(`admin:${PASSWORD}`)}` }],
  ])('are refused without a browser prompt: %s', async (_what, headers) => {
    const reply = await call(app, CALL, { headers })
    expect(expectError(reply, 401, 'not_operator').error).toBe('Invalid credentials')
    expect(reply.headers['www-authenticate']).toBeUndefined()
  })

  it.each([
    ['as they are', good],
    ['whatever the case of the scheme', { authorization: `bAsIc ${encoded(`admin:${PASSWORD}`)}` }],
    ['with several spaces', { authorization: `Basic   ${encoded(`admin:${PASSWORD}`)}` }],
  ])('are accepted %s', async (_what, headers) => {
    expect((await call(app, CALL, { headers })).status).toBe(200)
  })

  it('are refused when sent twice, even if the first are right', async () => {
    expect(await callTwice([good.authorization, basic('a:b').authorization])).toBe(401)
    expect(await callTwice([basic('a:b').authorization, good.authorization])).toBe(401)
  })

  it('are refused when they are 16 kB long', async () => {
    const { status } = await call(app, CALL, {
      headers: { authorization: `Basic ${'A'.repeat(16_400)}` },
      agent: false,
    })
    expect(status).toBe(431)
  })
})

describe('failed logins', () => {
  const guess = (ip: string) => call(app, CALL, { headers: { ...basic('admin:wrong'), ...from(ip) } })
  const login = (ip: string) => call(app, CALL, { headers: { ...good, ...from(ip) } })
  const audit = () =>
    sql<{ event: string; context: { ip: string; failures: number; seconds?: number } }>(
      `SELECT event, context FROM audit_log WHERE event LIKE 'OPERATOR_LOGIN%' AND context->>'ip' = '192.0.2.7' ORDER BY id`,
    )
  const waitIsOver = () => sql(`UPDATE rate_limits SET expire = 0 WHERE key LIKE 'operator:lock:%'`)

  it('block the address after eight failures and are logged', async () => {
    for (let n = 1; n <= 8; n++) expectError(await guess('192.0.2.7'), 401, 'not_operator')
    const refused = await guess('192.0.2.7')
    expect(expectError(refused, 429, 'too_many_requests').error).toMatch(
      /^Too many failed login attempts\. .* 1\d seconds\.$/,
    )
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(15)
    expectError(await login('192.0.2.7'), 429)
    expect((await login('192.0.2.8')).status).toBe(200)
    const entries = await audit()
    expect(entries.map(({ event }) => event)).toEqual(['OPERATOR_LOGIN_FAILED', 'OPERATOR_LOGIN_LOCKED'])
    expect(entries.at(-1)?.context).toEqual({ ip: '192.0.2.7', failures: 8, seconds: 15 })
  })

  it('extend the wait each time and allow a login afterwards', async () => {
    for (let n = 1; n <= 8; n++) await guess('192.0.2.9')
    const waits = []
    for (let n = 1; n <= 8; n++) {
      await waitIsOver()
      await guess('192.0.2.9')
      waits.push(Number((await guess('192.0.2.9')).headers['retry-after']))
    }
    const bounds = [30, 60, 120, 240, 480, 900, 900, 900]
    waits.forEach((wait, n) => {
      expect(wait).toBeLessThanOrEqual(bounds[n] ?? 0)
      expect(wait).toBeGreaterThan((bounds[n] ?? 0) - 10)
    })
    await waitIsOver()
    expect((await login('192.0.2.9')).status).toBe(200)
  })

  it('do not lock out a caller whose address has none', async () => {
    await sql(`INSERT INTO rate_limits VALUES ('operator:failures:all', 200, (extract(epoch FROM now()) + 60) * 1000)`)
    expectError(await guess('192.0.2.20'), 401)
    expectError(await guess('192.0.2.20'), 429)
    expect((await login('192.0.2.21')).status).toBe(200)
  })

  it('do not block logins after the clock was a day ahead', async () => {
    await sql(`INSERT INTO rate_limits SELECT 'operator:' || name || ':192.0.2.22', 100, (extract(epoch FROM now()) + 86400) * 1000
      FROM unnest(ARRAY['lock', 'failures']) name`)
    expect((await login('192.0.2.22')).status).toBe(200)
    expectError(await guess('192.0.2.22'), 401)
    expect((await login('192.0.2.22')).status).toBe(200)
  })

  it('count for all addresses of one IPv6 network together', async () => {
    for (let n = 1; n <= 8; n++) expectError(await guess(`2001:db8:1:2::${n}`), 401)
    expectError(await guess('2001:db8:1:2:3:4:5:6'), 429)
    expectError(await login('2001:db8:1:2::ff'), 429)
    expect((await login('2001:db8:1:3::1')).status).toBe(200)
  })

  it('count for all spellings of one address together', async () => {
    const spellings = ['192.0.2.7:11', '::ffff:192.0.2.7', '::FFFF:C000:0207', '[::ffff:192.0.2.7]:80']
    for (let n = 0; n < 8; n++) expectError(await guess(spellings[n % 4] ?? ''), 401)
    for (const spelling of [...spellings, '192.0.2.7']) expectError(await guess(spelling), 429)
    const written = await sql<{ ip: string }>(`SELECT DISTINCT context->>'ip' AS ip FROM audit_log
      WHERE event = 'OPERATOR_LOGIN_FAILED' AND context->>'ip' LIKE '%192.0.2.7%'`)
    expect(written).toEqual([{ ip: '192.0.2.7' }])
    expectError(await guess('x'.repeat(3000)), 401)
  })

  it('are limited in parallel as in sequence', async () => {
    const words = Array.from({ length: 30 }, (_, n) => basic(`admin:wrong ${n}`))
    const headers = (given: object) => ({ ...given, ...from('192.0.2.40') })
    const replies = await Promise.all(words.map((given) => call(app, CALL, { headers: headers(given) })))
    expect(replies.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(8)
    expect(replies.filter(({ status }) => status !== 401).map(({ status }) => status)).not.toContain(200)
    expectError(await login('192.0.2.40'), 429)
  })

  it('do not include simultaneous calls with the right password', async () => {
    for (let round = 0; round < 2; round++) {
      const replies = await Promise.all(Array.from({ length: 30 }, () => login('192.0.2.41')))
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    }
    for (let n = 1; n <= 7; n++) expectError(await guess('192.0.2.41'), 401)
    expect((await login('192.0.2.41')).status).toBe(200)
  })

  it('do not include calls without credentials', async () => {
    for (let n = 1; n <= 12; n++) expectError(await call(app, CALL, { headers: from('192.0.2.30') }), 401)
    expect((await login('192.0.2.30')).status).toBe(200)
  })
})
