import { beforeAll, describe, expect, it } from 'vitest'
import { call, cookieOf, expectError, quickVisitor } from '../../../test/call.ts'
import { countOf } from '../../../test/counts.ts'
import { askToLogIn, newAddress, type Site, saveAs, tokenTo } from '../../../test/links.ts'
import { linkIn } from '../../../test/mail-server.ts'
import { openMailbox, sendDueMail } from '../../../test/mailbox.ts'
import { newSessionId, type TestApp, testApp } from '../../../test/test-app.ts'

let app: TestApp
let site: Site
beforeAll(async () => {
  const mailbox = await openMailbox()
  app = await testApp({ SMTP_URL: mailbox.url, PUBLIC_URL: 'https://hot.example', RATE_LIMITS: 'on' })
  site = { app, mailbox }
})
const forgetCalls = () => app.deps.db.query({ text: 'DELETE FROM rate_limits' })
const tokens = () => countOf(app.deps.db, 'SELECT count(*) FROM login_tokens')
const save = (body: unknown, cookie?: string) =>
  call(app, 'POST /api/auth/send-magic-link', { body, ...(cookie && { cookie }) })
const visitorAndBody = async () => {
  await forgetCalls()
  const visitor = await quickVisitor(app)
  return { visitor, body: { email: newAddress(), username: visitor.username, sessionId: visitor.sessionId } }
}

describe('a mail to save an account', () => {
  it('is one, with one link to the site, good for 15 minutes', async () => {
    const { visitor, body } = await visitorAndBody()
    expect((await save(body, visitor.cookie)).status).toBe(200)
    await sendDueMail(app)
    const mail = await site.mailbox.next(body.email)
    expect(mail.subject).toBe('Save your HotVote account')
    expect(linkIn(mail)).toMatch(/^https:\/\/hot\.example\/api\/auth\/verify\?token=[\w-]{43}$/)
    expect(mail.text).toContain('15 minutes')
    expect(mail.text).toContain(visitor.username)
    expect(site.mailbox.all().filter(({ recipients }) => recipients.includes(body.email))).toHaveLength(1)
  })

  it('needs the session, and its own id', async () => {
    const { visitor, body } = await visitorAndBody()
    expectError(await save(body), 401, 'no_session')
    expectError(await save(body, 'hv_session=x'), 401, 'no_session')
    const other = await quickVisitor(app)
    expectError(await save(body, other.cookie), 403, 'not_yours')
    expectError(await save({ ...body, sessionId: newSessionId() }, visitor.cookie), 403, 'not_yours')
    expect(await tokens()).toBe(
      await countOf(app.deps.db, 'SELECT count(*) FROM login_tokens WHERE user_id <> $1', [visitor.id]),
    )
  })

  it('takes nothing from the username or the headers of the request', async () => {
    for (const username of ['Bob\r\nBcc: v@z.test', '<b>', '{{', '"; --']) {
      const { visitor, body } = await visitorAndBody()
      const headers = {
        'x-forwarded-host': 'evil.example',
        forwarded: 'host=evil.example',
        'x-forwarded-proto': 'javascript',
      }
      const asked = await call(app, 'POST /api/auth/send-magic-link', {
        body: { ...body, username },
        cookie: visitor.cookie,
        headers: { ...headers, host: 'evil.example' },
      })
      expect(asked.status, asked.text).toBe(200)
      await sendDueMail(app)
      const mail = await site.mailbox.next(body.email)
      expect(mail.recipients).toEqual([body.email])
      expect(mail.headers.some(({ key }) => key === 'bcc')).toBe(false)
      expect(mail.raw).not.toMatch(/evil|v@z\.test/)
      expect(linkIn(mail)).toMatch(/^https:\/\/hot\.example\//)
    }
  })
})

const HOSTILE = [
  'v@x.test,a@y.test',
  'a@x.test\r\nBcc: v@z.test',
  'a b@x.test',
  '<a@x.test>',
  'g: a@x.test, b@y.test;',
  '"u@evil.test"@ok.test',
  'a@x.test\u0000',
  `${'a'.repeat(300)}@x.test`,
  '',
  ' ',
  null,
  1,
  [],
  ['a@x.test'],
  { $ne: null },
]

describe('what is no address', () => {
  it.each(HOSTILE)('%j gets no mail', async (email) => {
    const { visitor, body } = await visitorAndBody()
    const named = site.mailbox.recipients().length
    expectError(await save({ ...body, email }, visitor.cookie), 400, 'invalid_request')
    expectError(await call(app, 'POST /api/auth/login-existing', { body: { email } }), 400, 'invalid_request')
    await sendDueMail(app)
    expect(site.mailbox.recipients()).toHaveLength(named)
  })

  it('of a megabyte is too large, and a body that is none is refused', async () => {
    const { visitor } = await visitorAndBody()
    for (const route of ['POST /api/auth/send-magic-link', 'POST /api/auth/login-existing'] as const) {
      for (const body of [undefined, '', 'null', '[]', '"x"', '1', 'true', '{'])
        expectError(await call(app, route, { body, cookie: visitor.cookie }), 400)
      const huge = { email: `${'a'.repeat(1_000_000)}@x.test` }
      expectError(await call(app, route, { body: huge, cookie: visitor.cookie }), 413, 'too_large')
    }
  })
})

describe('asking to log in', () => {
  it('mails a link to a saved account, in whatever case', async () => {
    const { visitor, body } = await visitorAndBody()
    const saved = await saveAs(site, visitor, body.email)
    expect((await askToLogIn(app, body.email.toUpperCase())).status).toBe(200)
    await sendDueMail(app)
    const mail = await site.mailbox.next(saved.email ?? '')
    expect(mail.subject).toBe('Your HotVote login link')
    expect(linkIn(mail)).toMatch(/^https:\/\/hot\.example\/api\/auth\/verify\?token=/)
  })

  it('answers the same, as fast, whether an address is known or not, and mails nobody else', async () => {
    const { visitor, body } = await visitorAndBody()
    const saved = await saveAs(site, visitor, body.email)
    const named = site.mailbox.recipients().length
    const times = { known: [] as number[], unknown: [] as number[] }
    const answers = new Set<string>()
    for (let n = 0; n < 50; n++)
      for (const kind of ['known', 'unknown'] as const) {
        await forgetCalls()
        const start = performance.now()
        const { status, headers, text } = await askToLogIn(app, kind === 'known' ? (saved.email ?? '') : newAddress())
        times[kind].push(performance.now() - start)
        const cookie = headers['set-cookie']?.[0]?.replace(/=[\w-]{43};/, '=;').replace(/Expires=[^;]+/, '')
        answers.add(JSON.stringify([status, text, cookie, Object.keys(headers)]))
      }
    expect([...answers]).toHaveLength(1)
    expect([...answers][0]).toMatch(/hv_link=; Max-Age=900; Path=\/api\/auth; ; HttpOnly; Secure; SameSite=Lax/)
    const median = (all: number[]) => all.toSorted((a, b) => a - b)[25] ?? 0
    expect(Math.abs(median(times.known) - median(times.unknown))).toBeLessThan(20)
    await sendDueMail(app)
    expect(new Set(site.mailbox.recipients().slice(named))).toEqual(new Set([saved.email]))
  })
})

describe('links', () => {
  it('are one a user, however many are asked for at once', async () => {
    const { visitor, body } = await visitorAndBody()
    await Promise.all(Array.from({ length: 5 }, () => save(body, visitor.cookie)))
    const open = 'SELECT count(*) FROM login_tokens WHERE user_id = $1 AND used_at IS NULL AND expires_at > now()'
    expect(await countOf(app.deps.db, open, [visitor.id])).toBe(1)
  })

  it('stand in the database as hashes only, and so does the cookie of who asked', async () => {
    const { visitor, body } = await visitorAndBody()
    const asked = await save(body, visitor.cookie)
    const nonce = cookieOf(asked).slice('hv_link='.length)
    const token = await tokenTo(site, body.email)
    const text = `SELECT encode(token_hash, 'hex') AS token, encode(nonce_hash, 'hex') AS nonce FROM login_tokens WHERE user_id = $1`
    const [row] = await app.deps.db.query<{ token: string; nonce: string }>({ text }, [visitor.id])
    expect(row?.token).toMatch(/^[0-9a-f]{64}$/)
    for (const secret of [nonce, token]) {
      expect(secret).toMatch(/^[\w-]{43}$/)
      expect(JSON.stringify(row)).not.toContain(Buffer.from(secret).toString('hex'))
      expect(JSON.stringify(row)).not.toContain(Buffer.from(secret, 'base64url').toString('hex'))
    }
  })

  it('are sent five times an hour to one mailbox, and 25 times from one address', async () => {
    await forgetCalls()
    const email = newAddress()
    const statuses: number[] = []
    for (let n = 0; n < 8; n++) statuses.push((await askToLogIn(app, email)).status)
    expect(statuses).toEqual([...Array(5).fill(200), ...Array(3).fill(429)])
    for (let n = 0; n < 30; n++) {
      const reply = await askToLogIn(app, newAddress())
      statuses.push(reply.status)
      if (reply.status === 429) expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(5 + 25 - 8)
  })
})
