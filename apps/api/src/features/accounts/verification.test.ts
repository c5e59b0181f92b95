import { describe, expect, it } from 'vitest'
import { call, expectError, quickVisitor, readCookie } from '../../../test/app/call.ts'
import { queryCount } from '../../../test/app/database.ts'
import { SOON } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'
import {
  appWithMail,
  arrive,
  askToLogIn,
  askToSave,
  codeIn,
  newAddress,
  openLink,
  pressButton,
  readSessionCookie,
  saveAs,
  tokenTo,
  VERIFY,
} from '../../../test/fakes/mailbox.ts'
import { newItems } from '../../../test/make/items.ts'

const site = await appWithMail({ PUBLIC_URL: 'http://hot.example' })
const { app } = site

const asker = async (email = newAddress()) => {
  const visitor = await quickVisitor(app)
  const requested = await askToSave(app, visitor, email)
  expect(requested.status, requested.text).toBe(200)
  return { visitor, email, token: await tokenTo(site, email), nonce: readCookie(requested) }
}
const used = (userId: number) =>
  queryCount(app.deps.db, 'SELECT count(*) FROM login_tokens WHERE user_id = $1 AND used_at IS NOT NULL', [userId])
const getSessions = (userId: number) =>
  queryCount(app.deps.db, 'SELECT count(*) FROM sessions WHERE user_id = $1', [userId])

describe('a saved account', () => {
  it('keeps the votes and uploads of the visitor under the confirmed address', async () => {
    const visitor = await quickVisitor(app)
    const [item = 0] = await newItems(app, (await quickVisitor(app)).id, 1)
    await newItems(app, visitor.id, 2)
    await visitor.vote(item)
    const email = newAddress()
    expect((await askToSave(app, visitor, ` ${email.toUpperCase()} `)).status).toBe(200)
    const saved = await arrive(app, await pressButton(app, await tokenTo(site, email)))
    expect(saved).toMatchObject({ id: visitor.id, username: visitor.username, email, emailVerified: true })
    const counts = 'SELECT votes_cast, uploads, login_count FROM users WHERE id = $1 AND last_login_at IS NOT NULL'
    const [row] = await app.deps.db.query({ text: counts }, [visitor.id])
    expect(row).toEqual({ votes_cast: 1, uploads: 2, login_count: 1 })
  })

  it('ignores earlier session ids and cookies', async () => {
    const visitor = await quickVisitor(app)
    const saved = await saveAs(site, visitor)
    expectError(await visitor.next(), 401, 'no_session')
    const { sessionId } = visitor
    expectError(await call(app, 'POST /api/session', { body: { sessionId, username: '' } }), 410, 'saved_elsewhere')
    expect(saved.sessionId).not.toBe(visitor.sessionId)
    const next = await call(app, `GET /api/media/random/${saved.id}`, { cookie: saved.cookie })
    expect([200, 404]).toContain(next.status)
    expect((await quickVisitor(app, saved.sessionId)).id).toBe(saved.id)
  })
})

describe('a link', () => {
  it('logs in without a question in the browser that requested it', async () => {
    const { visitor, token, nonce } = await asker()
    const reply = await openLink(app, token, `${visitor.cookie}; ${nonce}`)
    expect(await arrive(app, reply)).toMatchObject({ id: visitor.id, emailVerified: true })
    expect(readCookie(reply)).toContain('hv_link=')
    expect(reply.headers['set-cookie']?.find((line) => line.startsWith('hv_link='))).toMatch(/Expires=Thu, 01 Jan 1970/)
  })

  it('shows a button in another browser and changes nothing until it is pressed', async () => {
    const { visitor, token, nonce } = await asker()
    const other = (await asker()).nonce
    const opened = [
      await call(app, `HEAD ${VERIFY}?token=${token}`, { cookie: nonce }),
      ...(await Promise.all(
        ['', visitor.cookie, other, 'hv_link=', 'hv_link=x'].map((jar) => openLink(app, token, jar)),
      )),
    ]
    for (const { status, headers } of opened) {
      expect(status).toBe(200)
      expect(headers['set-cookie']).toBeUndefined()
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': expect.stringContaining('noindex'),
        'content-type': expect.stringMatching(/^text\/html/),
        'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-.*form-action 'self'/),
      })
    }
    expect(opened[1]?.text.match(/<button/g)).toHaveLength(1)
    expect(opened[1]?.text).toContain(`<form method="post" action="${VERIFY}">`)
    expect(opened[1]?.text).toContain(`name="token" value="${token}"`)
    expect(opened[1]?.text).not.toContain('<script')
    expect(await used(visitor.id)).toBe(0)
    expect(await arrive(app, await pressButton(app, token))).toMatchObject({ id: visitor.id, emailVerified: true })
  })

  it('is not used up by a prefetch in the browser that requested it', async () => {
    const { visitor, token, nonce } = await asker()
    const marks: [string, string][] = [
      ['sec-purpose', 'prefetch'],
      ['sec-purpose', 'prefetch;prerender'],
      ['purpose', 'prefetch'],
    ]
    for (const [name, value] of marks) {
      const headers = { [name]: value, accept: 'text/html' }
      const reply = await call(app, `GET ${VERIFY}?token=${token}`, { cookie: nonce, headers })
      expect(reply.status).toBe(200)
      expect(reply.text).toContain('<button')
    }
    expect(await used(visitor.id)).toBe(0)
    codeIn(await openLink(app, token, nonce))
  })

  it('names the visitor whose uploads and votes it saves', async () => {
    const { visitor, token } = await asker()
    await newItems(app, visitor.id, 2)
    expect((await openLink(app, token)).text).toContain(
      `save the account of ${visitor.username}, with 2 uploads and 0 votes. If that is not you, close this page.`,
    )
  })

  it('names both accounts when it adds a visitor to a saved account', async () => {
    const saved = await saveAs(site, await quickVisitor(app))
    const { visitor, token } = await asker(saved.email ?? '')
    expect((await openLink(app, token)).text).toContain(
      `add the 0 uploads and 0 votes of ${visitor.username} to your account ${saved.username}. If that`,
    )
  })

  it('names the account that it logs in to', async () => {
    const { email, username } = await saveAs(site, await quickVisitor(app))
    await askToLogIn(app, email ?? '')
    expect((await openLink(app, await tokenTo(site, email ?? ''))).text).toContain(`log in as ${username} in this`)
  })

  it('is used only by the button of its own page, not by another site', async () => {
    const { visitor, token } = await asker()
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'http://sub.hot.example' },
    ]
    for (const headers of foreign) expectError(await pressButton(app, token, headers), 403, 'cross_site')
    expect(await used(visitor.id)).toBe(0)
    codeIn(await pressButton(app, token, { origin: 'http://hot.example', 'sec-fetch-site': 'same-origin' }))
    const { token: second } = await asker()
    codeIn(await pressButton(app, second, { origin: 'null', 'sec-fetch-site': 'same-origin' }))
  })

  it('cannot be used a second time', async () => {
    const { visitor, token, nonce } = await asker()
    codeIn(await pressButton(app, token))
    for (const again of [
      await pressButton(app, token),
      await openLink(app, token, nonce),
      await openLink(app, token),
    ]) {
      expect(again.headers.location).toBe('/?error=invalid-token')
      expect(again.headers['set-cookie']).toBeUndefined()
    }
    const error = expectError(await pressButton(app, token, { accept: '*/*' }), 410, 'invalid_link')
    expect(error.error).toBe('Invalid or expired magic link')
    expect(await getSessions(visitor.id)).toBe(1)
  })

  it('logs in once for twenty simultaneous presses of the button', async () => {
    const { visitor, token } = await asker()
    const replies = await Promise.all(Array.from({ length: 20 }, () => pressButton(app, token, { accept: '*/*' })))
    expect(replies.map(({ status }) => status).sort()).toEqual([303, ...Array(19).fill(410)])
    expect(await getSessions(visitor.id)).toBe(1)
    expect(await used(visitor.id)).toBe(1)
  })

  it('expires after 15 minutes on the clock of the database', async () => {
    const { visitor, token, nonce } = await asker()
    const text = `UPDATE login_tokens SET created_at = created_at - interval '16 min', expires_at = expires_at - interval '16 min' WHERE user_id = $1`
    await app.deps.db.query({ text }, [visitor.id])
    for (const late of [await openLink(app, token, nonce), await openLink(app, token), await pressButton(app, token)])
      expect(late.headers.location).toBe('/?error=expired-token')
    const error = expectError(await pressButton(app, token, { accept: 'application/json' }), 410, 'invalid_link')
    expect(error.message).toBe('Magic link has expired')
    expect(await used(visitor.id)).toBe(0)
  })

  it('is invalidated by a newer one', async () => {
    const { visitor, email, token, nonce } = await asker()
    await askToSave(app, visitor, email)
    const second = await tokenTo(site, email)
    expect((await openLink(app, token, nonce)).headers.location).toBe('/?error=invalid-token')
    await arrive(app, await pressButton(app, second))
  })

  it('fails once the account has another address', async () => {
    const { visitor, email } = await asker()
    await saveAs(site, visitor, email)
    await call(app, 'POST /api/auth/login-existing', { body: { email } })
    const token = await tokenTo(site, email)
    await app.deps.db.query({ text: 'UPDATE users SET email = $2 WHERE id = $1' }, [visitor.id, newAddress()])
    expect((await pressButton(app, token)).headers.location).toBe('/?error=invalid-user')
    const error = expectError(await pressButton(app, token, { accept: 'application/json' }), 410, 'invalid_link')
    expect(error.message).toBe('User verification failed')
    expect(await getSessions(visitor.id)).toBe(1)
  })

  it.each([
    ['text/html', 303],
    ['application/json', 410],
  ])('fails when another visitor saves the same address at the same time (%s)', async (accept, status) => {
    const { visitor, email, token } = await asker()
    const rival = await quickVisitor(app)
    const { db } = app.deps
    const holder = await db.pool.connect()
    await holder.query('SET idle_in_transaction_session_timeout = 0; BEGIN')
    await holder.query('UPDATE users SET email = $2, email_verified_at = now() WHERE id = $1', [rival.id, email])
    const pressed = pressButton(app, token, { accept })
    const waiting = `
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%update "users" set "email"%'`
    await expect.poll(() => queryCount(db, waiting), SOON).toBe(1)
    await holder.query('COMMIT')
    holder.release()
    const reply = await pressed
    expect(reply.status).toBe(status)
    if (status === 303) expect(reply.headers.location).toBe('/?error=verification-failed')
    else expect(expectError(reply, 410, 'invalid_link').message).toBe('Account verification failed')
    expect(await used(visitor.id)).toBe(0)
  })
})

describe('an invalid link', () => {
  const wrong = [
    '',
    'x',
    'a'.repeat(42),
    'a'.repeat(44),
    `${'a'.repeat(42)}%00`,
    `${'a'.repeat(43)}&token=b`,
    'a'.repeat(8000),
  ]

  it('redirects to the page with an error, or answers 410', async () => {
    for (const token of [...wrong, 'a'.repeat(43)]) {
      expect((await openLink(app, token)).headers.location, token).toBe('/?error=invalid-token')
      const reply = await call(app, `GET ${VERIFY}?token=${token}`, { headers: { accept: 'application/json' } })
      expectError(reply, 410, 'invalid_link')
      expectError(await call(app, `POST ${VERIFY}?token=${token}`), 410, 'invalid_link')
    }
    expect((await call(app, `GET ${VERIFY}`)).headers.location).toBe('/?error=invalid-token')
  })

  it.each(['{', 'null', '[]', '{"token":["a"]}', '{"token":{"a":1}}', '{"token":null}'])(
    'is refused as JSON %s',
    async (body) => {
      expectError(await call(app, `POST ${VERIFY}`, { body }), [400, 410])
    },
  )

  it('is refused when its token is a megabyte long', async () => {
    expectError(await pressButton(app, 'a'.repeat(1_000_000), { accept: '*/*' }), 413, 'too_large')
  })

  it('is limited in its number of attempts', async () => {
    const strict = await testApp({ RATE_LIMITS: 'on' })
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => pressButton(strict, 'a'.repeat(43), { accept: '*/*' })),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([410, 429]))
    for (const refused of [await openLink(strict, 'a'.repeat(43)), await pressButton(strict, 'a'.repeat(43))]) {
      expect(refused.status).toBe(429)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect(refused.headers['content-type']).toMatch(/^text\/html/)
      expect(refused.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
      expect(refused.text).toMatch(/Too many requests\. Please try again in \d+ seconds\./)
      expect(refused.text).not.toContain('<script')
    }
    const program = await call(strict, `GET ${VERIFY}?token=${'a'.repeat(43)}`, {
      headers: { accept: 'application/json' },
    })
    expectError(program, 429, 'too_many_requests')
  })
})

it.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:1', '/x%0d%0aSet-Cookie:%20a=b'])(
  'redirects to the site instead of %s',
  async (target) => {
    const { token, nonce } = await asker()
    const names = ['next', 'return', 'returnTo', 'redirect', 'url', 'session']
    const query = names.map((name) => `${name}=${target}`).join('&')
    const reply = await call(app, `GET ${VERIFY}?token=${token}&${query}`, { cookie: nonce })
    codeIn(reply)
    expect(readSessionCookie(reply)).not.toBe('')
    expect(reply.headers['set-cookie']).toHaveLength(2)
  },
)
