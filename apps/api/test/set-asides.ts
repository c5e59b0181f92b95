import type { SetAside, VotesMoved } from '@hotvote/shared/integrity'
import type { Session } from '@hotvote/shared/sessions'
import { expect } from 'vitest'
import { call, cookieOf } from './call.ts'
import { operatorCall } from './operator.ts'
import { newSessionId, type TestApp } from './test-app.ts'

/** A visitor whose calls come through the proxy of the site from this address. */
export const visitorFrom = async (app: { baseUrl: string }, address: string) => {
  const headers = { 'x-forwarded-for': address }
  const sessionId = newSessionId()
  const opened = await call<Session>(app, 'POST /api/session', { body: { sessionId, username: '' }, headers })
  expect(opened.status, opened.text).toBe(200)
  const { id } = opened.body
  const cookie = cookieOf(opened)
  return {
    ...opened.body,
    cookie,
    vote: (mediaId: number, isHot: boolean) =>
      call(app, 'POST /api/votes', { cookie, headers, body: { userId: id, mediaId, isHot } }),
    /** The page is loaded again, from this address. */
    comeBack: (from: string) =>
      call(app, 'POST /api/session', { body: { sessionId, username: '' }, headers: { 'x-forwarded-for': from } }),
  }
}

/** What the operator does with votes, and what is to be seen of it. */
export const setAsides = (app: TestApp) => ({
  setAside: (body: unknown) => operatorCall<VotesMoved>(app, 'POST /api/admin/set-votes-aside', body),
  countAgain: (body: unknown) => operatorCall<VotesMoved>(app, 'POST /api/admin/count-votes-again', body),
  list: async () => (await operatorCall<SetAside[]>(app, 'GET /api/admin/set-asides')).body,
  /** Hot and Not of an item, as its counters say. */
  totals: async (mediaId: number) => {
    const text = 'SELECT hot_votes AS hot, not_votes AS "not" FROM media WHERE id = $1'
    const [row] = await app.deps.db.query<{ hot: number; not: number }>({ text }, [mediaId])
    return [row?.hot, row?.not]
  },
  /** As if these votes had been cast so many days ago. */
  castEarlier: (userId: number, days: number) =>
    app.deps.db.query(
      { text: `UPDATE votes SET created_at = created_at - make_interval(days => $2::int) WHERE user_id = $1` },
      [userId, days],
    ),
})
