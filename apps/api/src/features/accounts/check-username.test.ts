import type { Session } from '@hotvote/shared/visitor/sessions'
import { describe, expect, it } from 'vitest'
import { call, expectError, quickVisitor } from '../../../test/app/call.ts'
import { newSessionId, testApp } from '../../../test/app/test-app.ts'
import { REFUSED_NAMES } from '../../../test/make/hostile.ts'

const app = await testApp()
const visitor = await quickVisitor(app)
const other = await quickVisitor(app)

const check = (name: string, cookie?: string, on = app) =>
  call<{ available: boolean }>(on, `GET /api/users/check-username/${encodeURIComponent(name)}`, {
    ...(cookie && { cookie }),
  })

describe('the username check', () => {
  it('accepts a free name with and without a session', async () => {
    for (const cookie of [undefined, visitor.cookie, 'hv_session=made-up.signature']) {
      const reply = await check('NobodyHasThis', cookie)
      expect(reply.status).toBe(200)
      expect(reply.body).toEqual({ available: true })
    }
  })

  it('rejects a taken name in any case and with spaces around it', async () => {
    for (const name of [other.username, other.username.toUpperCase(), ` ${other.username.toLowerCase()} `]) {
      expect((await check(name)).body).toEqual({ available: false })
      expect((await check(name, visitor.cookie)).body).toEqual({ available: false })
    }
  })

  it("accepts the caller's own name for the caller only", async () => {
    expect((await check(visitor.username, visitor.cookie)).body).toEqual({ available: true })
    expect((await check(visitor.username.toUpperCase(), visitor.cookie)).body).toEqual({ available: true })
    expect((await check(visitor.username, other.cookie)).body).toEqual({ available: false })
    expect((await check(visitor.username)).body).toEqual({ available: false })
  })

  it('rejects names that pose as the site', async () => {
    const posing = [
      'admin',
      'ADMIN',
      'Admin 42',
      'adm1n',
      '0perat0r',
      'ad-min',
      'аdmin',
      'Ádmin',
      'Support',
      'ᎪDMIN',
      'ᴀᴅᴍɪɴ',
      'Ⓐⓓⓜⓘⓝ',
      'ʜᴏᴛᴠᴏᴛᴇ',
      '🔥staff🔥',
    ]
    for (const username of [...posing, 'HotVote', 'hot_vote', 'The HotVote Team']) {
      expect((await check(username)).body, username).toEqual({ available: false })
      const renamed = await call(app, `PATCH /api/users/${visitor.id}`, { cookie: visitor.cookie, body: { username } })
      expectError(renamed, 409, 'username_taken')
      const body = { sessionId: newSessionId(), username }
      expect((await call<Session>(app, 'POST /api/session', { body })).body.username).not.toBe(username)
    }
    for (const name of ['Adminka', 'Supporter', 'Rooster', 'Hot Voter', 'Teammate', '1234'])
      expect((await check(name)).body, name).toEqual({ available: true })
  })

  it('rejects look-alikes of the operator’s own name', async () => {
    const named = await testApp({ ADMIN_USERNAME: 'Kate' })
    for (const username of ['Kаte', 'ᴋᴀᴛᴇ', 'kate'])
      expect(
        (await call(named, `GET /api/users/check-username/${encodeURIComponent(username)}`)).body,
        username,
      ).toEqual({
        available: false,
      })
  })

  it('accepts any script, emoji and special characters', async () => {
    for (const name of ['日本語', 'a/b', '...', 'a%2Fb', "' OR '1'='1", '🔥🔥🔥', 'x'.repeat(30)])
      expect((await check(name)).body, name).toEqual({ available: true })
  })

  it.each(Object.entries(REFUSED_NAMES).filter(([, name]) => name !== '' && name.isWellFormed()))(
    'rejects a name that is %s',
    async (_, name) => {
      expectError(await check(name), 400, 'invalid_request')
    },
  )

  it('limits frequent checks', async () => {
    const limited = await testApp({ RATE_LIMITS: 'on' })
    let reply = await check('NobodyHasThis', undefined, limited)
    for (let n = 0; n < 1000 && reply.status === 200; n++) reply = await check(`Nobody${n}`, undefined, limited)
    expectError(reply, 429, 'too_many_requests')
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  })
})
