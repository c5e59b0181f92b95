import type { Answer } from '@hotvote/shared/contract'
import type { readSession } from '@hotvote/shared/visitor/sessions'
import { describe, expect, it } from 'vitest'
import { call, expectError, quickVisitor, readCookie } from '../../../test/app/call.ts'
import { queryCount } from '../../../test/app/database.ts'
import { newSessionId } from '../../../test/app/test-app.ts'
import {
  appWithMail,
  askToSave,
  codeIn,
  exchange,
  newAddress,
  pressButton,
  readSessionCookie,
  saveAs,
  tokenTo,
} from '../../../test/fakes/mailbox.ts'
import { newItems } from '../../../test/make/items.ts'
import { createTasks } from '../../tasks.ts'

const site = await appWithMail({ DATABASE_LOCK_TIMEOUT: '3000' })
const { app } = site

const arrived = async () => {
  const visitor = await quickVisitor(app)
  const email = newAddress()
  await askToSave(app, visitor, email)
  const used = await pressButton(app, await tokenTo(site, email))
  return { visitor, email, code: codeIn(used), cookie: readSessionCookie(used) }
}
const next = (id: number, cookie: string) => call(app, `GET /api/media/random/${id}`, { cookie })
const rows = () =>
  queryCount(
    app.deps.db,
    'SELECT (SELECT count(*) FROM users) + (SELECT count(*) FROM sessions) + (SELECT count(*) FROM exchange_codes)',
  )

describe('exchanging the code of a used link', () => {
  it('creates a session and its cookie only once', async () => {
    const { visitor, email, code, cookie } = await arrived()
    const reply = await exchange(app, code, cookie)
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body).toMatchObject({ id: visitor.id, username: visitor.username, email, emailVerified: true })
    expect(reply.body.sessionId).toMatch(/^[\w-]{32}$/)
    expect([code, visitor.sessionId]).not.toContain(reply.body.sessionId)
    expect(cookie).not.toContain(reply.body.sessionId)
    expectError(await next(visitor.id, cookie), 401, 'no_session')
    expectError(await next(visitor.id, readCookie(reply)), 404, 'none_left')
    for (const jar of [cookie, readCookie(reply), '']) expectError(await exchange(app, code, jar), 410, 'invalid_code')
    expectError(await next(visitor.id, readCookie(reply)), 404, 'none_left')
  })

  it('creates one session for ten simultaneous calls', async () => {
    const { code, cookie } = await arrived()
    const replies = await Promise.all(Array.from({ length: 10 }, () => exchange(app, code, cookie)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(410)])
  })

  it('refuses a code without its cookie and keeps the current session', async () => {
    const { visitor, code, cookie } = await arrived()
    const other = await quickVisitor(app)
    const before = await rows()
    for (const jar of ['', 'hv_session=x', other.cookie, `hv_session=${newSessionId()}`]) {
      const reply = await exchange(app, code, jar)
      expectError(reply, 410, 'invalid_code')
      expect(reply.headers['set-cookie']).toBeUndefined()
    }
    expect(await rows()).toBe(before)
    expectError(await other.next(), 404, 'none_left')
    expect((await exchange(app, code, cookie)).body.id).toBe(visitor.id)
  })

  it('refuses a code after a minute on the clock of the database', async () => {
    const { visitor, code, cookie } = await arrived()
    const text = `UPDATE exchange_codes SET expires_at = expires_at - interval '61 seconds' WHERE user_id = $1`
    await app.deps.db.query({ text }, [visitor.id])
    const before = await rows()
    const reply = await exchange(app, code, cookie)
    expectError(reply, 410, 'invalid_code')
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect(await rows()).toBe(before)
  })

  it('refuses a made-up code', async () => {
    const { code, cookie } = await arrived()
    const before = await rows()
    const madeUp = code.slice(0, 8) + newSessionId().slice(8)
    for (const jar of ['', cookie]) expectError(await exchange(app, madeUp, jar), 410, 'invalid_code')
    expect(await rows()).toBe(before)
  })
})

describe('logging out', () => {
  const logOut = (cookie?: string) => call(app, 'POST /api/auth/logout', { ...(cookie && { cookie }) })

  it('ends only the session of this browser', async () => {
    const visitor = await quickVisitor(app)
    const other = await quickVisitor(app)
    const reply = await logOut(visitor.cookie)
    expect(reply.status).toBe(204)
    expect(reply.headers['set-cookie']?.[0]).toMatch(/^hv_session=; Path=\/; Expires=Thu, 01 Jan 1970/)
    expectError(await visitor.next(), 401, 'no_session')
    expectError(await other.next(), 404, 'none_left')
  })

  it('succeeds without a session and when repeated', async () => {
    const visitor = await quickVisitor(app)
    for (const cookie of [undefined, 'hv_session=x', visitor.cookie, visitor.cookie])
      expect((await logOut(cookie)).status).toBe(204)
  })

  it('refuses calls from other sites', async () => {
    const { cookie, next: still } = await quickVisitor(app)
    const headers = { origin: 'https://evil.example' }
    expectError(await call(app, 'POST /api/auth/logout', { cookie, headers }), 403, 'cross_site')
    expectError(await still(), 404, 'none_left')
  })
})

const reopen = ({ sessionId }: { sessionId: string }) => exchange(app, sessionId, '')
const lookAt = ({ cookie }: { cookie: string }) => call<Answer<typeof readSession>>(app, 'GET /api/session', { cookie })

describe('a browser whose account was saved in another browser', () => {
  it('learns that its account was saved elsewhere and gets no new visitor', async () => {
    const desktop = await quickVisitor(app)
    await newItems(app, desktop.id, 3)
    expect((await lookAt(desktop)).body).toMatchObject({ id: desktop.id, uploads: 3, emailVerified: false })
    const phone = await saveAs(site, desktop)
    const before = await queryCount(app.deps.db, 'SELECT count(*) FROM users')
    for (const refused of [await reopen(desktop), await lookAt(desktop), await reopen(desktop)])
      expect(expectError(refused, 410, 'saved_elsewhere').message).toMatch(/saved on another device/)
    expect(await queryCount(app.deps.db, 'SELECT count(*) FROM users')).toBe(before)
    const { sessionId } = desktop
    expect((await lookAt(phone)).body).toMatchObject({ id: desktop.id, uploads: 3, emailVerified: true })
    expect((await lookAt(phone)).text).not.toContain(sessionId)
  })

  it('learns that its account was saved elsewhere after a merge into an older account', async () => {
    const email = newAddress()
    const account = await saveAs(site, await quickVisitor(app), email)
    const desktop = await quickVisitor(app)
    expect((await saveAs(site, desktop, email)).id).toBe(account.id)
    expectError(await reopen(desktop), 410, 'saved_elsewhere')
    expectError(await lookAt(account), 410, 'saved_elsewhere')
  })

  it('gets a new visitor after the account was deleted', async () => {
    const desktop = await quickVisitor(app)
    await saveAs(site, desktop)
    await app.deps.db.query({ text: 'DELETE FROM users WHERE id = $1' }, [desktop.id])
    expect((await reopen(desktop)).status).toBe(200)
  })
})

it('deletes all expired codes, even when one deletion fails', async () => {
  const { visitor } = await arrived()
  await app.deps.db.query(
    {
      text: `
WITH s AS (
  INSERT INTO sessions (token_hash, user_id, expires_at)
  SELECT sha256(int4send(n)), $1, now() - interval '1 day' FROM generate_series(1, 5000) n)
INSERT INTO exchange_codes (code_hash, user_id, session_hash, expires_at)
VALUES (sha256('old'), $1, sha256('old'), now() - interval '1 day')`,
    },
    [visitor.id],
  )
  const old = (table: string) => queryCount(app.deps.db, `SELECT count(*) FROM ${table} WHERE expires_at < now()`)
  const forget = () => createTasks(app.deps)['forget-expired']({}, new AbortController().signal)
  const holder = await app.deps.db.pool.connect()
  await holder.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0; LOCK TABLE sessions')
  await expect(forget()).rejects.toMatchObject({ cause: { code: '55P03' } })
  expect(await old('exchange_codes')).toBe(0)
  await holder.query('ROLLBACK')
  holder.release()
  await forget()
  expect(await old('sessions')).toBe(0)
  const unindexed = await app.deps.db.query({
    text: `
SELECT attrelid::regclass::text FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid AND relkind = 'r'
WHERE attname = 'expires_at' AND relnamespace = 'public'::regnamespace
  AND NOT EXISTS (SELECT FROM pg_index WHERE indrelid = attrelid AND indkey[0] = attnum)`,
  })
  expect(unindexed).toEqual([])
})

it('deletes codes and ended sessions once expired, links a day later', async () => {
  const { visitor, email } = await arrived()
  await saveAs(site, await quickVisitor(app))
  const ago = (table: string, time: string) =>
    app.deps.db.query({
      text: `UPDATE ${table} SET created_at = created_at - interval '${time}', expires_at = expires_at - interval '${time}'`,
    })
  await ago('exchange_codes', '2 minutes')
  await ago('ended_sessions', '366 days')
  await ago('login_tokens', '20 hours')
  const [links] = [await queryCount(app.deps.db, 'SELECT count(*) FROM login_tokens')]
  const forget = () => createTasks(app.deps)['forget-expired']({}, new AbortController().signal)
  await forget()
  expect(await queryCount(app.deps.db, 'SELECT count(*) FROM exchange_codes')).toBe(0)
  expect(await queryCount(app.deps.db, 'SELECT count(*) FROM ended_sessions')).toBe(0)
  expect(await queryCount(app.deps.db, 'SELECT count(*) FROM login_tokens')).toBe(links)
  await ago('login_tokens', '5 hours')
  await forget()
  expect(await queryCount(app.deps.db, 'SELECT count(*) FROM login_tokens')).toBe(0)
  expect(
    await queryCount(app.deps.db, 'SELECT count(*) FROM users WHERE id = $1 AND email = $2', [visitor.id, email]),
  ).toBe(1)
})
