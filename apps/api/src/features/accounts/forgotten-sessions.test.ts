import type { Session } from '@hotvote/shared/visitor/sessions'
import { expect, it } from 'vitest'
import { call, expectError, quickVisitor, readCookie } from '../../../test/app/call.ts'
import { queryCount } from '../../../test/app/database.ts'
import { newSessionId, testApp } from '../../../test/app/test-app.ts'

const app = await testApp()
const users = () => queryCount(app.deps.db, 'SELECT count(*) FROM users')
const open = (sessionId: string, headers: Record<string, string> = {}) =>
  call<Session>(app, 'POST /api/session', { body: { sessionId, username: '' }, headers })
const comeBack = (sessionId: string) => open(sessionId, { 'x-session': 'saved' })

it('keeps the visitor of a browser while the session is valid', async () => {
  const visitor = await quickVisitor(app)
  const back = await comeBack(visitor.sessionId)
  expect(back.status).toBe(200)
  expect(back.body.id).toBe(visitor.id)
})

it('asks the owner of a saved account to log in after the session expired', async () => {
  const [forgotten, expired] = [await quickVisitor(app), await quickVisitor(app)]
  await app.deps.db.query({ text: 'DELETE FROM sessions WHERE user_id = $1' }, [forgotten.id])
  const expire = `UPDATE sessions SET expires_at = now() - interval '1 second' WHERE user_id = $1`
  await app.deps.db.query({ text: expire }, [expired.id])
  const before = await users()
  for (const id of [forgotten.sessionId, expired.sessionId, newSessionId()]) {
    const refused = await comeBack(id)
    expect(expectError(refused, 410, 'login_ended').message).toMatch(/been logged out/)
    expect(readCookie(refused)).toBe('')
  }
  expect(await users()).toBe(before)
})

it('creates a new visitor for any other unknown session', async () => {
  const before = await users()
  expect((await open(newSessionId())).status).toBe(200)
  for (const said of ['made-up', 'else']) expect((await open(newSessionId(), { 'x-session': said })).status).toBe(200)
  expect(await users()).toBe(before + 3)
})
