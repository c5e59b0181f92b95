import type { Session } from '@hotvote/shared/visitor/sessions'
import { describe, expect, it } from 'vitest'
import { call, expectError, quickVisitor } from '../../../test/app/call.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { newItems } from '../../../test/make/items.ts'

const app = await testApp()

describe('reading the session from the cookie', () => {
  const look = (cookie?: string) => call<Session>(app, 'GET /api/session', { ...(cookie && { cookie }) })

  it('returns the visitor and their uploads', async () => {
    const visitor = await quickVisitor(app)
    const [item = 0] = await newItems(app, (await quickVisitor(app)).id, 1)
    await newItems(app, visitor.id, 2)
    await visitor.vote(item)
    const {
      cookie,
      next: _next,
      vote: _vote,
      undo: _undo,
      view: _view,
      comeBack: _comeBack,
      headers: _headers,
      ...session
    } = visitor
    expect((await look(cookie)).body).toEqual({ ...session, uploads: 2, votesCast: 1 })
  })

  it('returns no visitor without a valid session', async () => {
    const visitor = await quickVisitor(app)
    await app.deps.db.query({ text: 'DELETE FROM sessions WHERE user_id = $1' }, [visitor.id])
    for (const cookie of [undefined, 'hv_session=', 'hv_session=made-up.signature', visitor.cookie])
      expectError(await look(cookie), 401, 'no_session')
  })
})
