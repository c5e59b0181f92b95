import type { Answer } from '@hotvote/shared/contract'
import { UNDO_MS } from '@hotvote/shared/limits'
import type { overview } from '@hotvote/shared/operator/overview'
import { tally } from '@hotvote/shared/visitor/rating'
import type { userStats } from '@hotvote/shared/visitor/stats'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { afterUse } from '../../../test/app/after-use.ts'
import { call, expectError, quickVisitor } from '../../../test/app/call.ts'
import { expectExactCounts, queryCount } from '../../../test/app/database.ts'
import { operatorCall } from '../../../test/app/operator.ts'
import { beforeMidnight, SOON } from '../../../test/app/soon.ts'
import { testApp, testDatabase } from '../../../test/app/test-app.ts'
import { withWorker } from '../../../test/app/worker.ts'
import { newItems } from '../../../test/make/items.ts'
import { setAsides } from '../../../test/make/moderation.ts'
import { broken, usedSite } from '../../../test/make/used-site.ts'
import { rollUpDays } from '../overview/overview.service.ts'

const app = await testApp()
const { db } = app.deps
await withWorker(app)
const owner = await quickVisitor(app)
const newItem = async () => (await newItems(app, owner.id, 1))[0] ?? 0
const votesOn = (id: number) => queryCount(db, 'SELECT count(*) FROM votes WHERE media_id = $1', [id])
const castEarlier = (userId: number, mediaId: number, ms: number) =>
  db.query(
    {
      text: `UPDATE votes SET created_at = now() - make_interval(secs => $3) WHERE user_id = $1 AND media_id = $2`,
    },
    [userId, mediaId, ms / 1000],
  )

describe('a vote that is taken back', () => {
  it('is removed from every total and may be cast again either way', async () => {
    await beforeMidnight()
    const [visitor, other] = [await quickVisitor(app), await quickVisitor(app)]
    const id = await newItem()
    const stats = async () =>
      (await call<Answer<typeof userStats>>(app, `GET /api/users/${owner.id}/stats`, { cookie: owner.cookie })).body
    const today = async () =>
      (await operatorCall<Answer<typeof overview>>(app, 'GET /api/admin/overview')).body.days.at(-1)
    await other.vote(id, false)
    const before = { stats: await stats(), today: await today() }
    expect((await visitor.vote(id, true)).body).toEqual({ totalVotes: 2, hotPercentage: 50, notPercentage: 50 })
    const undone = await visitor.undo(id)
    expect(undone.status).toBe(200)
    expect(tally.strict().parse(undone.body)).toEqual({ totalVotes: 1, hotPercentage: 0, notPercentage: 100 })
    expect({ stats: await stats(), today: await today() }).toEqual(before)
    const session = await call<{ votesCast: number }>(app, 'GET /api/session', { cookie: visitor.cookie })
    expect(session.body.votesCast).toBe(0)
    await expectExactCounts(db)
    expect((await visitor.vote(id, false)).body).toEqual({ totalVotes: 2, hotPercentage: 0, notPercentage: 100 })
    await expectExactCounts(db)
  })

  it('makes the item available again, even after no item was left', async () => {
    const site = await usedSite()
    const { voter, items } = site
    const [item = 0, later = 0] = items
    expectError(await voter.next(), 404, 'none_left')
    const undo = async (id: number) => {
      await site.app.deps.db.query({ text: 'UPDATE votes SET created_at = now()' })
      expect((await voter.undo(id)).status).toBe(200)
    }
    for (const id of [later, item]) {
      await undo(id)
      expect((await voter.next()).body.id).toBe(id)
      expectError(await voter.next([id]), 404, 'none_left')
      expect((await voter.vote(id)).status).toBe(201)
      expectError(await voter.next(), 404, 'none_left')
    }
    await undo(item)
    await expectExactCounts(site.app.deps.db)
    expect(broken(await site.look())).toEqual({})
  })

  it('remains out of the totals if its voter is set aside', async () => {
    const visitor = await quickVisitor(app)
    const id = await newItem()
    await visitor.vote(id, true)
    await setAsides(app).setAside({ kind: 'voter', userId: visitor.id })
    expect((await visitor.undo(id)).body).toEqual({ totalVotes: 0, hotPercentage: 0, notPercentage: 0 })
    await expectExactCounts(db)
    expect((await visitor.vote(id, true)).body.totalVotes).toBe(1)
    await expectExactCounts(db)
  })
})

describe('an undo', () => {
  it('is refused after the time limit and a short grace period', async () => {
    const visitor = await quickVisitor(app)
    const id = await newItem()
    await visitor.vote(id)
    await castEarlier(visitor.id, id, UNDO_MS + 60_000)
    expectError(await visitor.undo(id), 409, 'too_late')
    await castEarlier(visitor.id, id, UNDO_MS + 5000)
    expectError(await visitor.undo(id), 409, 'too_late')
    expect(await votesOn(id)).toBe(1)
    const undoneAtTheEnd = async () => {
      await castEarlier(visitor.id, id, UNDO_MS)
      return (await visitor.undo(id)).status
    }
    await expect.poll(undoneAtTheEnd, SOON).toBe(200)
    expect(await votesOn(id)).toBe(0)
    await expectExactCounts(db)
  })

  it("is refused for a missing vote, another visitor's vote and a deleted item", async () => {
    const [visitor, other] = [await quickVisitor(app), await quickVisitor(app)]
    const id = await newItem()
    expectError(await visitor.undo(id), 404, 'not_found')
    expectError(await visitor.undo(987_654_321), 404, 'not_found')
    await other.vote(id)
    expectError(await visitor.undo(id), 404, 'not_found')
    const path = `DELETE /api/votes/${id}` as const
    expectError(await call(app, `${path}?userId=${other.id}`), 401, 'no_session')
    expectError(await call(app, `${path}?userId=${other.id}`, visitor), 403, 'not_yours')
    expectError(await call(app, path, other), 400, 'invalid_request')
    expectError(await call(app, `DELETE /api/votes/x?userId=${other.id}`, other), 400, 'invalid_request')
    expect(await votesOn(id)).toBe(1)
    expect((await call(app, `DELETE /api/media/${id}?userId=${owner.id}`, owner)).status).toBe(204)
    expectError(await other.undo(id), 404, 'not_found')
    await expectExactCounts(db)
  })
})

/** A settable `now()` precedes PostgreSQL's in the search path. */
const appWithClock = async () => {
  const database = await testDatabase()
  afterUse(database.drop)
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query(`
CREATE SCHEMA clock;
CREATE TABLE clock.ahead AS SELECT interval '0' AS hands;
CREATE FUNCTION clock.now() RETURNS timestamptz STABLE LANGUAGE sql AS 'SELECT pg_catalog.now() + hands FROM clock.ahead';
DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = clock, public, pg_catalog', current_database()); END $$`)
  await client.end()
  const late = await testApp({ DATABASE_URL: database.url })
  const set = (seconds: number) =>
    late.deps.db.query(
      {
        text: `UPDATE clock.ahead SET hands = make_interval(secs => $1)
          + ((pg_catalog.now() AT TIME ZONE 'UTC')::date + 1)::timestamp AT TIME ZONE 'UTC' - pg_catalog.now()`,
      },
      [seconds],
    )
  return { late, set }
}

it('corrects the totals of yesterday for a vote of yesterday', async () => {
  await beforeMidnight()
  const { late, set } = await appWithClock()
  const uploader = await quickVisitor(late)
  const visitor = await quickVisitor(late)
  const [first = 0, second = 0] = await newItems(late, uploader.id, 2)
  const days = async () => {
    const { body } = await operatorCall<Answer<typeof overview>>(late, 'GET /api/admin/overview')
    return body.days.slice(-2).map(({ hotVotes, notVotes }) => hotVotes + notVotes)
  }
  await set(-600)
  for (const id of [first, second]) await visitor.vote(id)
  // Column defaults keep the original `now()`, so set the time directly.
  const beforeIt = `UPDATE votes SET created_at = ((clock.now() AT TIME ZONE 'UTC')::date + 1)::timestamp AT TIME ZONE 'UTC' - interval '1 second'`
  await late.deps.db.query({ text: beforeIt })
  expect(await days()).toEqual([0, 2])
  await set(1)
  await rollUpDays(late.deps)
  expect((await visitor.undo(first)).status).toBe(200)
  expect(await days()).toEqual([1, 0])
  await set(301)
  await rollUpDays(late.deps)
  expectError(await visitor.undo(second), 409, 'too_late')
  expect(await days()).toEqual([1, 0])
  expect(
    await queryCount(late.deps.db, 'SELECT hot_votes + not_votes FROM daily_activity ORDER BY day DESC LIMIT 1'),
  ).toBe(1)
  await expectExactCounts(late.deps.db)
})
