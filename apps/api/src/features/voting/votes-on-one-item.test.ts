import { describe, expect, it } from 'vitest'
import { call, expectError, quickVisitor, quickVisitors } from '../../../test/app/call.ts'
import { expectExactCounts, hold, queryCount, waitingForLocks } from '../../../test/app/database.ts'
import { SOON } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { withWorker } from '../../../test/app/worker.ts'
import { newItems } from '../../../test/make/items.ts'
import { afterTrashDays } from '../../../test/make/moderation.ts'

const app = await testApp()
const { db } = app.deps
await withWorker(app)
const owner = await quickVisitor(app)

const waiting = (statements: number) => expect.poll(() => waitingForLocks(db), SOON).toBe(statements)

const heldItem = async () => {
  const [id = 0] = await newItems(app, owner.id, 1)
  const first = await quickVisitor(app)
  const row = await hold(db, 'SELECT FROM media WHERE id = $1 FOR UPDATE', [id])
  const voted = first.vote(id, true)
  await waiting(1)
  return { id, first, voted, release: row.end }
}
/** Waits for three more calls, so that all earlier calls have arrived. */
const pass = async () => {
  for (let n = 0; n < 3; n++) await quickVisitor(app)
}
const getStatuses = async (replies: Promise<{ status: number }>[]) =>
  (await Promise.all(replies)).map(({ status }) => status)

describe('many votes on one item', () => {
  it('wait on one connection, are written together, and return their totals', async () => {
    const voters = await quickVisitors(app, 30)
    const item = await heldItem()
    const votes = voters.map(({ vote }, n) => vote(item.id, n % 3 === 0))
    await pass()
    expect(await waitingForLocks(db)).toBe(1)
    await item.release()

    expect((await item.voted).body).toEqual({ totalVotes: 1, hotPercentage: 100, notPercentage: 0 })
    const replies = await Promise.all(votes)
    expect(replies.map(({ status }) => status)).toEqual(voters.map(() => 201))
    expect(replies.map(({ body }) => body.totalVotes)).toContain(31)
    const transactions = 'SELECT count(DISTINCT xmin::text) FROM votes WHERE media_id = $1'
    expect(await queryCount(db, transactions, [item.id])).toBeLessThan(10)
    expect(await queryCount(db, 'SELECT hot_votes FROM media WHERE id = $1', [item.id])).toBe(11)
    await expectExactCounts(db)
  })

  it('are answered separately, whether repeated, own, foreign or without a session', async () => {
    const [twice, honest, robbed] = await quickVisitors(app, 3)
    if (!twice || !honest || !robbed) throw new Error('There are no visitors')
    const item = await heldItem()
    const body = { mediaId: item.id, isHot: false }
    const votes = [
      twice.vote(item.id, true),
      owner.vote(item.id),
      call(app, 'POST /api/votes', { body: { ...body, userId: robbed.id }, cookie: 'hv_session=s%3Aunknown.x' }),
      call(app, 'POST /api/votes', { body: { ...body, userId: robbed.id }, cookie: honest.cookie }),
      honest.vote(item.id, false),
      robbed.vote(item.id, true),
    ]
    await pass()
    const again = twice.vote(item.id, false)
    await pass()
    await item.release()

    expect(await getStatuses(votes)).toEqual([201, 403, 401, 403, 201, 201])
    expectError(await again, 409, 'already_voted')
    const counted = 'SELECT count(*) FROM votes WHERE media_id = $1 AND is_hot'
    expect(await queryCount(db, counted, [item.id])).toBe(3)
    await expectExactCounts(db)
  })

  it('count except that of a visitor who is deleted at the same time', async () => {
    const [gone, ...others] = await quickVisitors(app, 6)
    if (!gone) throw new Error('There are no visitors')
    const item = await heldItem()
    const removal = await hold(db, 'DELETE FROM users WHERE id = $1', [gone.id])
    const votes = [gone, ...others].map(({ vote }) => vote(item.id))
    await pass()
    await item.release()
    await waiting(1)
    await removal.end()

    expect(await getStatuses(votes)).toEqual([401, ...others.map(() => 201)])
    await expectExactCounts(db)
  })

  it('are all refused when the item is deleted first', async () => {
    const voters = await quickVisitors(app, 5)
    const item = await heldItem()
    const votes = voters.map(({ vote }) => vote(item.id))
    await pass()
    const removed = call(app, `DELETE /api/media/${item.id}?userId=${owner.id}`, owner)
    await waiting(2)
    await item.release()

    expect((await removed).status).toBeLessThan(300)
    for (const status of [...(await getStatuses(votes)), (await item.voted).status])
      expect([201, 404]).toContain(status)
    await expectExactCounts(db)
    await afterTrashDays(app)
    await expect.poll(() => queryCount(db, 'SELECT count(*) FROM votes WHERE media_id = $1', [item.id]), SOON).toBe(0)
    await expectExactCounts(db)
  })
})

it('retries a vote that PostgreSQL aborts for a deadlock', async () => {
  const { id, first, voted, release } = await heldItem()
  const gone = await hold(db, `SELECT set_config('deadlock_timeout', '1h', true)`, [])
  await gone.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [first.id])
  // The vote waited longer, so the vote locks the item first and then waits for its visitor.
  const removal = gone.query('SELECT FROM media WHERE id = $1 FOR UPDATE', [id])
  await waiting(2)
  await release()
  await removal
  await gone.end()

  expect((await voted).status).toBe(201)
  await expectExactCounts(db)
})

it('counts simultaneous views of an item once per visitor', async () => {
  const viewers = await quickVisitors(app, 20)
  const [id = 0] = await newItems(app, owner.id, 1)
  const getView = (viewer: { id: number; cookie: string }) =>
    call(app, `POST /api/media/${id}/view`, { body: { userId: viewer.id }, cookie: viewer.cookie })
  const row = await hold(db, 'SELECT FROM media WHERE id = $1 FOR UPDATE', [id])
  const [first = owner, ...others] = viewers
  const replies = [getView(first)]
  await waiting(1)
  replies.push(...others.map(getView), ...others.map(getView), getView(owner))
  await pass()
  expect(await waitingForLocks(db)).toBe(1)
  await row.end()

  for (const status of await getStatuses(replies)) expect(status).toBe(204)
  expect(await queryCount(db, 'SELECT views FROM media WHERE id = $1', [id])).toBe(20)
  await expectExactCounts(db)
})

it('keep totals exact for crowds on a few items and a deletion', async () => {
  const voters = await quickVisitors(app, 40)
  const items = await newItems(app, owner.id, 4)
  const [first = 0] = items
  const votes = items.flatMap((id, n) => {
    const order = n % 2 === 0 ? voters : [...voters].reverse()
    return order.map(({ vote }) => vote(id))
  })
  const removed = call(app, `DELETE /api/media/${first}?userId=${owner.id}`, owner)
  const statuses = await getStatuses(votes)
  expect((await removed).status).toBeLessThan(300)
  expect(statuses.slice(voters.length)).toEqual(statuses.slice(voters.length).map(() => 201))
  for (const status of statuses.slice(0, voters.length)) expect([201, 404]).toContain(status)
  await expectExactCounts(db)
  await afterTrashDays(app)
  await expect.poll(() => queryCount(db, 'SELECT count(*) FROM votes WHERE media_id = $1', [first]), SOON).toBe(0)
  await expectExactCounts(db)
})
