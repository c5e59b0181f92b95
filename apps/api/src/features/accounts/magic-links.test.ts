import { EXCHANGE_CODE_PREFIX } from '@hotvote/shared/limits'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { call, expectError, quickVisitor, readCookie } from '../../../test/app/call.ts'
import { expectNowhereIn, hold, queryCount, waitingForLocks } from '../../../test/app/database.ts'
import { JOB_TABLE, JOBS } from '../../../test/app/job-table.ts'
import { SOON } from '../../../test/app/soon.ts'
import { newSessionId } from '../../../test/app/test-app.ts'
import { countJobs } from '../../../test/app/worker.ts'
import { linkIn } from '../../../test/fakes/mail-server.ts'
import {
  appWithMail,
  arrive,
  askToLogIn,
  codeIn,
  newAddress,
  pressButton,
  readSessionCookie,
  saveAs,
  sendDueMail,
  tokenTo,
} from '../../../test/fakes/mailbox.ts'

const site = await appWithMail({ PUBLIC_URL: 'https://hot.example', RATE_LIMITS: 'on' })
const { app } = site
const forgetCalls = () => app.deps.db.query({ text: 'DELETE FROM rate_limits' })
const tokens = () => queryCount(app.deps.db, 'SELECT count(*) FROM login_tokens')
const save = (body: unknown, cookie?: string) =>
  call(app, 'POST /api/auth/send-magic-link', { body, ...(cookie && { cookie }) })
const visitorAndBody = async () => {
  await forgetCalls()
  const visitor = await quickVisitor(app)
  return { visitor, body: { email: newAddress(), username: visitor.username, sessionId: visitor.sessionId } }
}

describe('an email to save an account', () => {
  it.each(['DELETE FROM users WHERE id = $1', 'UPDATE users SET deleted_at = now() WHERE id = $1'])(
    'is not sent to an account that is merged or deleted at the same time: %s',
    async (leaving) => {
      const { visitor, body } = await visitorAndBody()
      const gone = await hold(app.deps.db, leaving, [visitor.id])
      const asked = save(body, visitor.cookie)
      await expect.poll(() => waitingForLocks(app.deps.db), SOON).toBe(1)
      await gone.end()
      expectError(await asked, 401, 'no_session')
      expect(await countJobs(app.deps.db)).toBe(0)
    },
  )

  it('is not sent for a login to an account that is deleted at the same time', async () => {
    const { visitor, body } = await visitorAndBody()
    const account = await saveAs(site, visitor, body.email)
    await app.deps.db.query({ text: 'DELETE FROM login_tokens' })
    await forgetCalls()
    const gone = await hold(app.deps.db, 'UPDATE users SET deleted_at = now() WHERE id = $1', [account.id])
    const asked = askToLogIn(app, body.email)
    await expect.poll(() => waitingForLocks(app.deps.db), SOON).toBe(1)
    await gone.end()
    expect((await asked).status).toBe(200)
    expect(await tokens()).toBe(0)
    expect(await countJobs(app.deps.db, 'send-mail')).toBe(0)
  })

  it('is sent once with a link that is valid for 15 minutes', async () => {
    const { visitor, body } = await visitorAndBody()
    expect(await save(body, visitor.cookie)).toMatchObject({
      status: 200,
      body: { message: 'Check your email for a secure login link to save your account.' },
    })
    await sendDueMail(app)
    const mail = await site.mailbox.next(body.email)
    expect(mail.subject).toBe('Save your HotVote account')
    expect(linkIn(mail)).toMatch(/^https:\/\/hot\.example\/api\/auth\/verify\?token=[\w-]{43}$/)
    expect(mail.text).toContain('15 minutes')
    expect(mail.text).toContain(visitor.username)
    expect(site.mailbox.all().filter(({ recipients }) => recipients.includes(body.email))).toHaveLength(1)
  })

  it("requires the session and the visitor's own id", async () => {
    const { visitor, body } = await visitorAndBody()
    expectError(await save(body), 401, 'no_session')
    expectError(await save(body, 'hv_session=x'), 401, 'no_session')
    const other = await quickVisitor(app)
    expect(expectError(await save(body, other.cookie), 403, 'not_yours').message).toBe('No valid session found.')
    expectError(await save({ ...body, sessionId: newSessionId() }, visitor.cookie), 403, 'not_yours')
    expect(await tokens()).toBe(
      await queryCount(app.deps.db, 'SELECT count(*) FROM login_tokens WHERE user_id <> $1', [visitor.id]),
    )
  })

  it('ignores the username and the headers of the request', async () => {
    for (const username of ['Bob\r\nBcc: v@z.test', '<b>', '{{', '"; --']) {
      const { visitor, body } = await visitorAndBody()
      const headers = {
        'x-forwarded-host': 'evil.example',
        forwarded: 'host=evil.example',
        'x-forwarded-proto': 'javascript',
      }
      const requested = await call(app, 'POST /api/auth/send-magic-link', {
        body: { ...body, username },
        cookie: visitor.cookie,
        headers: { ...headers, host: 'evil.example' },
      })
      expect(requested.status, requested.text).toBe(200)
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

describe('an invalid address', () => {
  it.each(HOSTILE)('gets no email: %j', async (email) => {
    const { visitor, body } = await visitorAndBody()
    const named = site.mailbox.recipients().length
    expectError(await save({ ...body, email }, visitor.cookie), 400, 'invalid_request')
    expectError(await call(app, 'POST /api/auth/login-existing', { body: { email } }), 400, 'invalid_request')
    await sendDueMail(app)
    expect(site.mailbox.recipients()).toHaveLength(named)
  })

  it('is refused in a body that is too large or not an object', async () => {
    const { visitor } = await visitorAndBody()
    for (const route of ['POST /api/auth/send-magic-link', 'POST /api/auth/login-existing'] as const) {
      for (const body of [undefined, '', 'null', '[]', '"x"', '1', 'true', '{'])
        expectError(await call(app, route, { body, cookie: visitor.cookie }), 400)
      const huge = { email: `${'a'.repeat(1_000_000)}@x.test` }
      expectError(await call(app, route, { body: huge, cookie: visitor.cookie }), 413, 'too_large')
    }
  })
})

describe('a login request', () => {
  it('sends a link to a saved account when the address is in another case', async () => {
    const { visitor, body } = await visitorAndBody()
    const saved = await saveAs(site, visitor, body.email)
    expect(await askToLogIn(app, body.email.toUpperCase())).toMatchObject({
      status: 200,
      body: { message: 'Check your email for a secure login link to access your existing account.' },
    })
    await sendDueMail(app)
    const mail = await site.mailbox.next(saved.email ?? '')
    expect(mail.subject).toBe('Your HotVote login link')
    expect(linkIn(mail)).toMatch(/^https:\/\/hot\.example\/api\/auth\/verify\?token=/)
  })

  it('gets one answer for known and unknown addresses', async () => {
    const { visitor, body } = await visitorAndBody()
    const saved = await saveAs(site, visitor, body.email)
    const named = site.mailbox.recipients().length
    const answers = new Set<string>()
    for (const email of [saved.email ?? '', newAddress(), saved.email ?? '', newAddress()]) {
      const { status, headers, text } = await askToLogIn(app, email)
      const cookie = headers['set-cookie']?.[0]?.replace(/=[\w-]{43};/, '=;').replace(/Expires=[^;]+/, '')
      answers.add(JSON.stringify([status, text, cookie, Object.keys(headers)]))
    }
    expect([...answers]).toHaveLength(1)
    // Probing thousands of addresses must not give the worker anything to do.
    const queued = `SELECT count(*) FROM ${JOBS} WHERE task NOT IN ('send-mail', 'skip-mail')`
    expect(await queryCount(app.deps.db, queued)).toBe(0)
    expect([...answers][0]).toMatch(/__Host-hv_link=; Max-Age=900; Path=\/; ; HttpOnly; Secure; SameSite=Lax/)
    await sendDueMail(app)
    expect(new Set(site.mailbox.recipients().slice(named))).toEqual(new Set([saved.email]))
  })

  it('runs the same statements for known and unknown addresses', async () => {
    const { visitor, body } = await visitorAndBody()
    await saveAs(site, visitor, body.email)
    const heard = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => heard.mockRestore())
    const statementsFor = async (email: string) => {
      heard.mockClear()
      expect((await askToLogIn(app, email)).status).toBe(200)
      const texts = heard.mock.calls.map(([asked]: unknown[]) => {
        const text = typeof asked === 'object' && asked && 'text' in asked ? asked.text : asked
        return String(text).replaceAll(/\s+/g, ' ')
      })
      // Ignore queries for settings and bans, because these are cached for seconds.
      return texts.filter((text) => !/from "(settings|bans)"/.test(text))
    }
    const known = await statementsFor(body.email)
    const unknown = await statementsFor(newAddress())
    expect(known).toEqual(
      expect.arrayContaining(['BEGIN', 'COMMIT', expect.stringContaining('INSERT INTO pgboss.job')]),
    )
    expect(unknown).toEqual(known)
  })
})

describe('login links', () => {
  it('are created once for simultaneous requests', async () => {
    const { visitor, body } = await visitorAndBody()
    await Promise.all(Array.from({ length: 5 }, () => save(body, visitor.cookie)))
    const open = 'SELECT count(*) FROM login_tokens WHERE user_id = $1 AND used_at IS NULL AND expires_at > now()'
    expect(await queryCount(app.deps.db, open, [visitor.id])).toBe(1)
  })

  it("are stored without their token or the browser's nonce", async () => {
    const { visitor, body } = await visitorAndBody()
    const { db } = app.deps
    const requested = await save(body, visitor.cookie)
    const nonce = readCookie(requested).slice('__Host-hv_link='.length)
    expect(nonce).toMatch(/^[\w-]{43}$/)
    // The queue must not contain the token in plain text.
    await db.query({ text: `CREATE TABLE queued AS SELECT * FROM ${JOB_TABLE}` })
    expect(await queryCount(db, 'SELECT count(*) FROM queued')).toBeGreaterThan(0)
    const token = await tokenTo(site, body.email)
    await expectNowhereIn(db, [token, nonce])
    const used = await pressButton(app, token)
    const [code, cookie] = [codeIn(used), readSessionCookie(used).slice('__Host-hv_session='.length)]
    const secrets = [token, nonce, code, code.slice(EXCHANGE_CODE_PREFIX.length), cookie, decodeURIComponent(cookie)]
    await expectNowhereIn(db, secrets)
    const saved = await arrive(app, used)
    await expectNowhereIn(db, [...secrets, saved.sessionId, saved.cookie.slice('__Host-hv_session='.length)])
  })

  it('are limited to five valid ones per mailbox and 25 an hour per address', async () => {
    await forgetCalls()
    const email = newAddress()
    const { visitor, body } = await visitorAndBody()
    const statuses: number[] = []
    for (let n = 0; n < 8; n++) statuses.push((await askToLogIn(app, email)).status)
    for (let n = 0; n < 4; n++) statuses.push((await save({ ...body, email }, visitor.cookie)).status)
    expect(statuses).toEqual([...Array(3).fill(200), ...Array(5).fill(429), 200, 200, 429, 429])
    for (let n = 0; n < 20; n++) {
      const reply = await askToLogIn(app, newAddress())
      statuses.push(reply.status)
      if (reply.status === 429) expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(5 + 25 - 12)
  })

  it('still let the owner in after strangers used up the limit', async () => {
    const { visitor, body } = await visitorAndBody()
    const saved = await saveAs(site, visitor, body.email)
    await forgetCalls()
    const stranger = await quickVisitor(app)
    const replies = []
    for (let n = 0; n < 4; n++) {
      replies.push(await askToLogIn(app, body.email))
      replies.push(await save({ ...body, sessionId: stranger.sessionId }, stranger.cookie))
    }
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    const refused = await askToLogIn(app, body.email)
    expectError(refused, 429, 'too_many_requests')
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(15 * 60)
    await sendDueMail(app)
    const logins = site.mailbox
      .all()
      .filter((mail) => mail.recipients.includes(body.email) && mail.subject === 'Your HotVote login link')
    const newest = logins.at(-1)
    if (!newest) throw new Error('No mail')
    const token = new URL(linkIn(newest)).searchParams.get('token') ?? ''
    expect(await arrive(app, await pressButton(app, token))).toMatchObject({ id: saved.id, username: saved.username })
  })
})
