import type { Operation } from '@hotvote/shared/operator/operations'
import type { PopulationResult } from '@hotvote/shared/operator/votes'
import { beforeEach, describe, expect, it } from 'vitest'
import { expectError, quickVisitor } from '../../../test/app/call.ts'
import { expectExactCounts, queryCount } from '../../../test/app/database.ts'
import { listAudit, operatorCall } from '../../../test/app/operator.ts'
import { SOON } from '../../../test/app/soon.ts'
import { type TestApp, testApp } from '../../../test/app/test-app.ts'
import { operationWhen, withWorker } from '../../../test/app/worker.ts'
import { newItems } from '../../../test/make/items.ts'

let app: TestApp
let worker: Awaited<ReturnType<typeof withWorker>>
beforeEach(async () => {
  app = await testApp()
  worker = await withWorker(app)
})
const populate = (query = '') => operatorCall<PopulationResult>(app, `POST /api/admin/populate-votes${query}`)
const count = (text: string) => queryCount(app.deps.db, text)
/** Leaves out deleted items, whose rows are removed later. */
const perItem = () =>
  app.deps.db.query<{ votes: number; hot: number }>({
    text: `SELECT hot_votes + not_votes AS votes, hot_votes AS hot FROM media WHERE status = 'ready' ORDER BY id`,
  })

describe('vote population', () => {
  it('gives every item 10 to 50 votes by marked users, 70 to 100 % of them hot', async () => {
    const owner = await quickVisitor(app)
    await newItems(app, owner.id, 8)
    const { status, body } = await populate()
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, paused: false, mediaProcessed: 8, totalMediaCount: 8 })
    for (const { votes, hot } of await perItem()) {
      expect(votes).toBeGreaterThanOrEqual(10)
      expect(votes).toBeLessThanOrEqual(50)
      expect(hot / votes).toBeGreaterThanOrEqual(0.7)
    }
    expect(body.totalVotesInserted).toBe(await count('SELECT count(*) FROM votes'))
    expect(body.overallHotPercentage).toBeGreaterThanOrEqual(70)
    expect(body.usersCreated).toBe(await count('SELECT count(*) FROM users WHERE is_synthetic'))
    const [first, last] = body.userIdRange.split('-').map(Number)
    expect([first, last]).toEqual([
      await count('SELECT min(user_id) FROM votes'),
      await count('SELECT max(user_id) FROM votes'),
    ])
    expect(await count('SELECT count(*) FROM votes v JOIN users u ON u.id = v.user_id WHERE NOT is_synthetic')).toBe(0)
    await expectExactCounts(app.deps.db)
    expect(await listAudit(app)).toMatchObject([
      { event: 'VOTE_POPULATION_REQUEST', context: { minVotes: 10, maxVotes: 50 } },
      { event: 'VOTE_POPULATION_COMPLETED', context: { totalVotesInserted: body.totalVotesInserted } },
    ])
  })

  it('uses the whole requested range and from 70 to 100 % hot votes', async () => {
    const owner = await quickVisitor(app)
    await newItems(app, owner.id, 100)
    let paused = true
    while (paused) paused = (await populate('?minVotes=1&maxVotes=2')).body.paused
    expect(new Set((await perItem()).map(({ votes }) => votes))).toEqual(new Set([1, 2]))
    await app.deps.db.query({ text: 'UPDATE media SET hot_votes = 0, not_votes = 0' })
    await app.deps.db.query({ text: 'DELETE FROM votes' })
    paused = true
    while (paused) paused = (await populate('?minVotes=10&maxVotes=10')).body.paused
    expect(new Set((await perItem()).map(({ hot }) => hot))).toEqual(new Set([7, 8, 9, 10]))
  })

  it('pauses after 500 votes and continues with its first range', async () => {
    const owner = await quickVisitor(app)
    await newItems(app, owner.id, 3)
    const first = await populate('?minVotes=400&maxVotes=400')
    expect(first.body).toMatchObject({ paused: true, mediaProcessed: 1, totalVotesInserted: 500, totalMediaCount: 3 })
    expect((await perItem()).map(({ votes }) => votes)).toEqual([400, 100, 0])
    await expectExactCounts(app.deps.db)
    expect((await populate()).body).toMatchObject({ paused: true, totalVotesInserted: 1000 })
    expect((await populate()).body).toMatchObject({ paused: false, totalVotesInserted: 1200, mediaProcessed: 3 })
    expect((await perItem()).map(({ votes }) => votes)).toEqual([400, 400, 400])
    expect(await count('SELECT count(*) FROM users WHERE is_synthetic')).toBe(400)
    for (const { hot } of await perItem()) expect(hot).toBeGreaterThanOrEqual(280)
    await expectExactCounts(app.deps.db)
  })

  it('pauses after 500 votes per call, even in another process', async () => {
    const owner = await quickVisitor(app)
    const [, , third] = await newItems(app, owner.id, 8)
    const blocker = await app.deps.db.pool.connect()
    await blocker.query('SET idle_in_transaction_session_timeout = 0; BEGIN')
    await blocker.query('SELECT 1 FROM media WHERE id = $1 FOR UPDATE', [third])
    const first = populate('?minVotes=100&maxVotes=100')
    await expect.poll(() => count('SELECT count(*) FROM votes'), SOON).toBe(200)
    const stopped = worker.stop()
    await blocker.query('COMMIT')
    blocker.release()
    await stopped
    await withWorker(app)
    expect((await first).body).toMatchObject({ paused: true, mediaProcessed: 5, totalVotesInserted: 500 })
    expect((await populate()).body).toMatchObject({ paused: false, mediaProcessed: 8, totalVotesInserted: 800 })
    await expectExactCounts(app.deps.db)
  })

  it('can be stopped while paused, so that the next call starts over', async () => {
    const owner = await quickVisitor(app)
    await newItems(app, owner.id, 2)
    await populate('?minVotes=300&maxVotes=300')
    const stopped = await operatorCall<Operation>(app, 'POST /api/admin/operations/populate-votes/stop')
    expect(stopped.body).toMatchObject({ status: 'stopped', result: { totalVotesInserted: 500 } })
    expect((await populate('?minVotes=1&maxVotes=1')).body).toMatchObject({ paused: false, totalVotesInserted: 2 })
  })

  it('continues a given run only while it is paused', async () => {
    const owner = await quickVisitor(app)
    await newItems(app, owner.id, 3)
    await populate('?minVotes=400&maxVotes=400')
    const { id } = await operationWhen(app, 'populate-votes', ({ status }) => status === 'paused')
    expectError(await populate(`?continues=${id + 1}`), 409, 'conflict')
    expect((await populate(`?continues=${id}`)).body).toMatchObject({ paused: true, totalVotesInserted: 1000 })
    await operatorCall<Operation>(app, 'POST /api/admin/operations/populate-votes/stop')
    const gone = await populate(`?continues=${id}`)
    expectError(gone, 409, 'conflict')
    expect(gone.text).toContain('no longer paused')
    expect(await count('SELECT count(*) FROM operations')).toBe(1)
    expect(await count('SELECT count(*) FROM votes')).toBe(1000)
  })

  it.each(['?minVotes=1&maxVotes=2', ''])(
    'keeps the range of the run and logs it when continued with "%s"',
    async (query) => {
      const owner = await quickVisitor(app)
      await newItems(app, owner.id, 2)
      await populate('?minVotes=400&maxVotes=400')
      const { id } = await operationWhen(app, 'populate-votes', ({ status }) => status === 'paused')
      await populate(query === '' ? `?continues=${id}` : query)
      const range = { minVotes: 400, maxVotes: 400 }
      const requests = (await listAudit(app)).filter(({ event }) => event === 'VOTE_POPULATION_REQUEST')
      expect(requests).toMatchObject([{ context: range }, { context: range }])
      expect(await app.deps.db.query({ text: 'SELECT input FROM operations' })).toEqual([{ input: range }])
    },
  )

  it('skips an item that was removed between two calls', async () => {
    const owner = await quickVisitor(app)
    const [, second] = await newItems(app, owner.id, 3)
    await populate('?minVotes=400&maxVotes=400')
    expect((await operatorCall(app, `DELETE /api/admin/media/${second}`)).status).toBe(204)
    expect((await populate()).body).toMatchObject({ paused: false, mediaProcessed: 2 })
    expect((await perItem()).map(({ votes }) => votes)).toEqual([400, 400])
    await expectExactCounts(app.deps.db)
  })

  it('inserts no votes without media', async () => {
    expect((await populate('?maxVotes=10000')).body).toMatchObject({
      paused: false,
      totalVotesInserted: 0,
      mediaProcessed: 0,
      overallHotPercentage: 0,
      userIdRange: '',
    })
  })

  it.each(['minVotes=0', 'maxVotes=10001', 'minVotes=20&maxVotes=10', 'minVotes=1e2', 'minVotes=-1'])(
    'refuses %s',
    async (query) => {
      expectError(await populate(`?${query}`), 400)
      expect(await listAudit(app)).toEqual([])
    },
  )
})

describe('the sequence of user ids', () => {
  const fix = () => operatorCall<{ nextUserId: number }>(app, 'POST /api/admin/fix-user-sequence')

  it('continues after existing ids, even after rows inserted by hand', async () => {
    const text = `INSERT INTO users (id, username) OVERRIDING SYSTEM VALUE VALUES (5000, 'By hand')`
    await app.deps.db.query({ text })
    expect(await fix()).toMatchObject({ status: 200, body: { success: true, nextUserId: 5001 } })
    expect((await quickVisitor(app)).id).toBe(5001)
    expect(await listAudit(app)).toMatchObject([{ event: 'USER_SEQUENCE_FIXED', context: { nextUserId: 5001 } }])
  })

  it('never returns to a used id', async () => {
    const { id } = await quickVisitor(app)
    await app.deps.db.query({ text: 'DELETE FROM users' })
    expect((await fix()).body.nextUserId).toBe(id + 1)
    expect((await fix()).body.nextUserId).toBe(id + 1)
    expect((await quickVisitor(app)).id).toBe(id + 1)
  })
})
