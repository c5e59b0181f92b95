import type { PurgeResult } from '@hotvote/shared/operator/users'
import { describe, expect, it } from 'vitest'
import { call, expectError, quickVisitor, quickVisitors } from '../../../test/app/call.ts'
import { expectExactCounts, queryCount } from '../../../test/app/database.ts'
import { listAudit, operatorCall } from '../../../test/app/operator.ts'
import type { testApp } from '../../../test/app/test-app.ts'
import { appWithWorker } from '../../../test/app/worker.ts'
import { newItems } from '../../../test/make/items.ts'

const COUNT = 'GET /api/admin/inactive-accounts-count'
const PURGE = 'POST /api/admin/purge-inactive-accounts'
const anHourLater = (app: Awaited<ReturnType<typeof testApp>>) =>
  app.deps.db.query({ text: `UPDATE sessions SET seen_at = seen_at - interval '61 minutes'` })
const listIds = async (app: Awaited<ReturnType<typeof testApp>>) => {
  const rows = await app.deps.db.query<{ id: number }>({ text: 'SELECT id FROM users ORDER BY id' })
  return rows.map(({ id }) => id)
}

describe('purging inactive accounts', () => {
  it('deletes visitors without email, votes or uploads and with at most one view', async () => {
    const app = await appWithWorker()
    const [owner, voter, oneView, twoViews, saved, nothing] = await quickVisitors(app, 6)
    if (!owner || !voter || !oneView || !twoViews || !saved || !nothing) throw new Error('visitors are missing')
    const [first = 0, second = 0] = await newItems(app, owner.id, 2)
    await voter.vote(first)
    await oneView.view(first)
    await twoViews.view(first)
    await twoViews.view(second)
    await app.deps.db.query({ text: `UPDATE users SET email = 'a@example.com' WHERE id = $1` }, [saved.id])
    await anHourLater(app)

    expect((await operatorCall(app, COUNT)).body).toEqual({ inactiveUsers: 2, percentage: 33.3, totalUsers: 6 })
    const purged = await operatorCall<PurgeResult>(app, PURGE)
    expect(purged.status, purged.text).toBe(200)
    expect(purged.body).toEqual({ message: 'Deleted 2 inactive accounts', deletedCount: 2, remainingUsers: 4 })
    expect(await listIds(app)).toEqual([owner.id, voter.id, twoViews.id, saved.id].sort((a, b) => a - b))
    await expectExactCounts(app.deps.db)
    expect((await operatorCall(app, COUNT)).body).toEqual({ inactiveUsers: 0, percentage: 0, totalUsers: 4 })

    const entries = await listAudit(app)
    expect(entries).toMatchObject([
      { event: 'INACTIVE_USER_PURGE', actor: 'operator', context: { inactiveUsers: 2, totalUsers: 6 } },
      {
        event: 'INACTIVE_ACCOUNTS_PURGE_COMPLETED',
        actor: 'operator',
        context: { deletedCount: 2, remainingUsers: 4 },
      },
    ])
    expect(entries[0]?.requestId).toBe(entries[1]?.requestId)
    expectError(await oneView.view(second), 401, 'no_session')
  })

  it('spares accounts that become active during the run and keeps counters exact', async () => {
    const app = await appWithWorker()
    const owner = await quickVisitor(app)
    const items = await newItems(app, owner.id, 5)
    const visitors = await quickVisitors(app, 120)
    for (const one of visitors.slice(0, 40)) await one.view(items[0] ?? 0)
    await anHourLater(app)
    const [purged, ...answers] = await Promise.all([
      operatorCall<PurgeResult>(app, PURGE),
      ...visitors.slice(20, 100).map((one, i) => (i % 2 ? one.vote(items[i % 5] ?? 0) : one.view(items[i % 5] ?? 0))),
    ])
    expect(purged.status, purged.text).toBe(200)
    for (const { status, text } of answers) expect([201, 204, 401], text).toContain(status)
    await expectExactCounts(app.deps.db)
    const left = await queryCount(app.deps.db, 'SELECT count(*) FROM users')
    expect(left).toBe(121 - purged.body.deletedCount)
    const voted = answers.filter(({ status }) => status === 201).length
    expect(await queryCount(app.deps.db, 'SELECT count(*) FROM votes')).toBe(voted)
  })

  it('spares visitors of the last hour and does not count them', async () => {
    const app = await appWithWorker()
    const [left, back, busy] = await quickVisitors(app, 3)
    if (!left || !back || !busy) throw new Error('visitors are missing')
    await anHourLater(app)
    const again = await quickVisitor(app)
    expect((await call(app, 'POST /api/session', { body: { sessionId: back.sessionId, username: '' } })).status).toBe(
      200,
    )
    expect((await call(app, `GET /api/users/${busy.id}/stats`, { cookie: busy.cookie })).status).toBe(200)
    expect((await operatorCall(app, COUNT)).body).toEqual({ inactiveUsers: 1, percentage: 25, totalUsers: 4 })
    expect((await operatorCall<PurgeResult>(app, PURGE)).body).toMatchObject({ deletedCount: 1, remainingUsers: 3 })
    expect(await listIds(app)).toEqual([back.id, busy.id, again.id])
  })

  it('deletes an account whose address is unconfirmed and keeps the captured email', async () => {
    const app = await appWithWorker()
    const [left, requested] = await quickVisitors(app, 2)
    if (!left || !requested) throw new Error('visitors are missing')
    const email = 'somebody@example.com'
    await app.deps.db.query({ text: 'INSERT INTO captured_emails (user_id, email) VALUES ($1, $2)' }, [left.id, email])
    const body = { email, sessionId: requested.sessionId }
    expect((await call(app, 'POST /api/auth/send-magic-link', { body, cookie: requested.cookie })).status).toBe(200)
    await anHourLater(app)
    expect((await operatorCall(app, COUNT)).body).toMatchObject({ inactiveUsers: 2 })
    expect((await operatorCall<PurgeResult>(app, PURGE)).body).toMatchObject({ deletedCount: 2, remainingUsers: 0 })
    expect(await app.deps.db.query({ text: 'SELECT user_id, email FROM captured_emails' })).toEqual([
      { user_id: null, email },
    ])
  })

  it('spares an upload in progress', async () => {
    const app = await appWithWorker()
    const owner = await quickVisitor(app)
    await newItems(app, owner.id, 1)
    await app.deps.db.query({ text: `UPDATE media SET status = 'pending', position = NULL` })
    await app.deps.db.query({ text: 'UPDATE users SET uploads = 0' })
    await anHourLater(app)
    expect((await operatorCall(app, COUNT)).body).toMatchObject({ inactiveUsers: 0 })
    expect((await operatorCall<PurgeResult>(app, PURGE)).body).toMatchObject({ deletedCount: 0, remainingUsers: 1 })
  })
})
