import { type Session, session as sessionSchema } from '@hotvote/shared/visitor/sessions'
import { describe, expect, it } from 'vitest'
import { call, expectError, quickVisitor, readCookie } from '../../../test/app/call.ts'
import { expectNowhereIn, queryCount } from '../../../test/app/database.ts'
import { newSessionId, type TestApp, testApp } from '../../../test/app/test-app.ts'
import { newItems } from '../../../test/make/items.ts'

const app = await testApp()

type Changes = {
  sessionId?: string
  username?: string
  email?: string | null
  latitude?: number | null
  longitude?: number | null
}
const open = (changes: Changes = {}, headers: Record<string, string> = {}, on = app) =>
  call<Session>(on, 'POST /api/session', { body: { sessionId: newSessionId(), username: '', ...changes }, headers })
const users = () => queryCount(app.deps.db, 'SELECT count(*) FROM users')

describe('a first session call', () => {
  it('creates a visitor with a name of two words and a number', async () => {
    const sessionId = newSessionId()
    const reply = await open({ sessionId })
    expect(reply.status).toBe(200)
    const session = sessionSchema.strict().parse(reply.body)
    expect(session).toMatchObject({ sessionId, email: null, emailVerified: false, latitude: null, longitude: null })
    expect(session.id).toBeGreaterThan(0)
    expect(session.username).toMatch(/^\p{L}+[ _-]?\p{L}+[ _-]?\d+$/u)
    expect(Math.abs(Date.now() - Date.parse(session.createdAt))).toBeLessThan(60_000)
  })

  it('finds the visitor by a valid cookie whatever the session id', async () => {
    const visitor = await quickVisitor(app)
    const { cookie } = visitor
    const other = await quickVisitor(app)
    for (const body of [{}, { sessionId: other.sessionId }]) {
      const found = await open(body, { cookie })
      expect(found.body).toMatchObject({ id: visitor.id, sessionId: visitor.sessionId })
      expect(readCookie(found)).toBe(cookie)
    }
    await call(app, 'POST /api/auth/logout', { cookie })
    expect((await open({}, { cookie })).body.id).not.toBe(visitor.id)
  })

  it('gives every visitor a different name', async () => {
    const replies = await Promise.all(Array.from({ length: 150 }, () => open()))
    const names = replies.map(({ body }) => body.username.toLowerCase())
    expect(new Set(names).size).toBe(150)
    for (const name of names) expect(name.length).toBeGreaterThanOrEqual(3)
  })

  it('keeps the wished name, trimmed, if it is free', async () => {
    expect((await open({ username: 'Ada Lovelace' })).body.username).toBe('Ada Lovelace')
    expect((await open({ username: '  Grace   Hopper ' })).body.username).toBe('Grace Hopper')
    expect((await open({ username: '日本語' })).body.username).toBe('日本語')
  })

  it('gives another name if the wished one is taken in any case', async () => {
    await open({ username: 'Katherine' })
    for (const username of ['Katherine', 'KATHERINE', ' katherine ']) {
      const reply = await open({ username })
      expect(reply.status).toBe(200)
      expect(reply.body.username.toLowerCase()).not.toBe('katherine')
      expect(reply.body.username).not.toBe('')
    }
  })

  it('accepts a remembered name that new visitors cannot choose', async () => {
    // The second name has only two characters without its variation selector.
    for (const drawn of ['Alice', 'A⚡']) {
      const username = `${drawn}\uFE0F`
      const { body: visitor } = await open()
      await app.deps.db.query({ text: 'UPDATE users SET username = $1 WHERE id = $2' }, [username, visitor.id])
      const { sessionId } = visitor
      expect((await open({ sessionId, username })).body).toMatchObject({ id: visitor.id, username })
      const other = await open({ username })
      expect(other.status, other.text).toBe(200)
      expect(other.body.username).not.toContain(drawn)
    }
  })

  it('gives a wished name to only one of several simultaneous callers', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => open({ username: 'Popular' })))
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(replies.filter(({ body }) => body.username === 'Popular')).toHaveLength(1)
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(10)
  })

  it('stores a location and ignores a remembered email address', async () => {
    const { body } = await open({ latitude: 48.137154, longitude: -11.576124, email: 'somebody@example.test' })
    expect(body).toMatchObject({ latitude: 48.137154, longitude: -11.576124, email: null, emailVerified: false })
    const zero = await open({ latitude: 0, longitude: 0 })
    expect(zero.body).toMatchObject({ latitude: 0, longitude: 0 })
  })
})

describe('a later session call with the same id', () => {
  it('finds the same visitor', async () => {
    const sessionId = newSessionId()
    const first = await open({ sessionId })
    const second = await open({ sessionId })
    expect(second.body).toEqual(first.body)
    expect((await open()).body.id).not.toBe(first.body.id)
  })

  it('finds one visitor for twenty simultaneous first calls', async () => {
    const before = await users()
    const sessionId = newSessionId()
    const replies = await Promise.all(Array.from({ length: 20 }, () => open({ sessionId })))
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect(new Set(replies.map(({ body }) => body.username)).size).toBe(1)
    expect(await users()).toBe(before + 1)
  })

  it('stores a location that was granted later and keeps it', async () => {
    const sessionId = newSessionId()
    await open({ sessionId })
    expect((await open({ sessionId, latitude: 1.5, longitude: 2.5 })).body).toMatchObject({ latitude: 1.5 })
    expect((await open({ sessionId })).body).toMatchObject({ latitude: 1.5, longitude: 2.5 })
  })

  it('lets a visitor return after the session ended', async () => {
    const visitor = await quickVisitor(app)
    await app.deps.db.query(
      { text: `UPDATE sessions SET expires_at = now() - interval '1 second' WHERE user_id = $1` },
      [visitor.id],
    )
    expectError(await visitor.next(), 401, 'no_session')
    const back = await open({ sessionId: visitor.sessionId })
    expect(back.status).toBe(200)
    const next = await call(app, `GET /api/media/random/${back.body.id}`, { cookie: readCookie(back) })
    expectError(next, 404, 'none_left')
  })

  it('creates a new visitor when the old one was removed', async () => {
    const visitor = await quickVisitor(app)
    await app.deps.db.query({ text: 'DELETE FROM users WHERE id = $1' }, [visitor.id])
    const back = await open({ sessionId: visitor.sessionId })
    expect(back.status).toBe(200)
    expect(back.body.id).not.toBe(visitor.id)
  })
})

const nearlyFull = ({ deps }: TestApp) =>
  deps.db.query({ text: `UPDATE rate_limits SET points = 2990 WHERE key LIKE 'newVisitor:%'` })

describe('a returning visitor', () => {
  it('extends the session by a year when it would end within eleven months', async () => {
    const { body } = await open()
    const set = "UPDATE sessions SET expires_at = now() + interval '3 days' WHERE user_id = $1"
    await app.deps.db.query({ text: set }, [body.id])
    expect((await open({ sessionId: body.sessionId })).body.id).toBe(body.id)
    const left = "SELECT count(*) FROM sessions WHERE user_id = $1 AND expires_at > now() + interval '364 days'"
    const [row] = await app.deps.db.query<{ count: number }>({ text: left }, [body.id])
    expect(row?.count).toBe(1)
  })

  it('is accepted while new visitors from the same address are limited', async () => {
    const strict = await testApp({ RATE_LIMITS: 'on' })
    const { body } = await open({}, {}, strict)
    await nearlyFull(strict)
    const others = await Promise.all(Array.from({ length: 70 }, () => open({}, {}, strict)))
    expect(others.map(({ status }) => status)).toContain(429)
    expect((await open({ sessionId: body.sessionId }, {}, strict)).status).toBe(200)
  })
})

describe('the session cookie', () => {
  const getFlags = (cookie: string | undefined) =>
    (cookie ?? '')
      .split('; ')
      .slice(1)
      .map((flag) => flag.toLowerCase())

  it('is HttpOnly and SameSite=Lax and lasts a year', async () => {
    const { headers } = await open()
    expect(headers['set-cookie']).toHaveLength(1)
    const [cookie] = headers['set-cookie'] ?? []
    expect(cookie).toMatch(/^hv_session=[^;]{32,}/)
    const flags = getFlags(cookie)
    expect(flags).toEqual(expect.arrayContaining(['httponly', 'samesite=lax', 'path=/', 'max-age=31536000']))
    expect(flags).not.toContain('secure')
    expect(flags.filter((flag) => flag.startsWith('domain'))).toEqual([])
  })

  it('is Secure when the site is served over https', async () => {
    const secure = await testApp({ PUBLIC_URL: 'https://hot.example.test', RATE_LIMITS: 'on' })
    const reply = await open({}, {}, secure)
    const flags = getFlags(reply.headers['set-cookie']?.[0])
    expect(flags).toEqual(expect.arrayContaining(['secure', 'httponly', 'samesite=lax', 'path=/']))
    expect(readCookie(reply)).toMatch(/^__Host-hv_session=/)
    expect((await call(secure, 'GET /')).headers['strict-transport-security']).toBe('max-age=31536000')
    expect((await call(app, 'GET /')).headers['strict-transport-security']).toBeUndefined()
    const strict = await testApp({ PUBLIC_URL: 'https://hot.example.test', HSTS_SUBDOMAINS: 'on', RATE_LIMITS: 'on' })
    expect((await call(strict, 'GET /')).headers['strict-transport-security']).toBe(
      'max-age=31536000; includeSubDomains',
    )
  })

  it('is ignored on https if its name lacks the __Host- prefix', async () => {
    const secure = await testApp({ PUBLIC_URL: 'https://hot.example.test', RATE_LIMITS: 'on' })
    const { id, cookie } = await quickVisitor(secure)
    expect((await call(secure, `GET /api/media/random/${id}`, { cookie })).status).toBe(404)
    const planted = cookie.replace('__Host-', '')
    expectError(await call(secure, `GET /api/media/random/${id}`, { cookie: planted }), 401, 'no_session')
  })

  it('is refused when changed, cut or made up', async () => {
    const { id, cookie } = await quickVisitor(app)
    const value = cookie.slice('hv_session='.length)
    const flipped = value.startsWith('A') ? `B${value.slice(1)}` : `A${value.slice(1)}`
    const wrong = [
      '',
      'x',
      flipped,
      value.slice(0, -1),
      `${value}x`,
      value.slice(0, 32),
      newSessionId(),
      '%E0%A4%A',
      '"',
    ]
    for (const text of wrong)
      expectError(await call(app, `GET /api/media/random/${id}`, { cookie: `hv_session=${text}` }), 401, 'no_session')
    expectError(await call(app, `GET /api/media/random/${id}`, { cookie: `other=${value}` }), 401, 'no_session')
    const among = await call(app, `GET /api/media/random/${id}`, { cookie: `a=1; ${cookie}; b="2"` })
    expectError(among, 404, 'none_left')
  })

  it('is ignored when it is invalid and a session is opened', async () => {
    expect((await open({}, { cookie: 'hv_session=nonsense' })).status).toBe(200)
  })
})

it('stores neither session id nor cookie in the database', async () => {
  const visitor = await quickVisitor(app)
  const owner = await quickVisitor(app)
  const [item = 0] = await newItems(app, owner.id, 1)
  await visitor.vote(item)
  await visitor.view(item)
  const { db } = app.deps
  const value = visitor.cookie.slice('hv_session='.length)
  await expectNowhereIn(db, [visitor.sessionId, value, decodeURIComponent(value)])
})

describe('session calls from one address', () => {
  const until429 = async (on: TestApp, headers: (n: number) => Record<string, string>) => {
    await open({}, headers(0), on)
    await nearlyFull(on)
    for (let n = 0; n < 300; n++) {
      const reply = await open({}, headers(n), on)
      if (reply.status !== 200) return reply
    }
  }

  it('are limited even when their forwarded addresses are forged', async () => {
    const limited = await testApp({ RATE_LIMITS: 'on' })
    const refused = await until429(limited, (n) => ({ 'x-forwarded-for': `203.0.113.${n % 250}` }))
    expectError(refused ?? (await open({}, {}, limited)), 429, 'too_many_requests')
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect(await queryCount(limited.deps.db, 'SELECT count(*) FROM users')).toBeLessThan(300)
  })

  it('do not use up the limit of other addresses that a trusted proxy names', async () => {
    const limited = await testApp({ RATE_LIMITS: 'on', TRUST_PROXY: '1' })
    const refused = await until429(limited, () => ({ 'x-forwarded-for': '203.0.113.7' }))
    expect(refused?.status).toBe(429)
    expect((await open({}, { 'x-forwarded-for': '203.0.114.8' }, limited)).status).toBe(200)
  })
})
