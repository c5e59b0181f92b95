import type { Answer } from '@hotvote/shared/contract'
import type { ratingsSince } from '@hotvote/shared/visitor/stats'
import { expect, it } from 'vitest'
import { call, expectError, type QuickVisitor, quickVisitor, quickVisitors } from '../../../test/app/call.ts'
import { operatorCall } from '../../../test/app/operator.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { withWorker } from '../../../test/app/worker.ts'
import { newItems } from '../../../test/make/items.ts'
import { setAsides } from '../../../test/make/moderation.ts'

const app = await testApp()
await withWorker(app)
const owner = await quickVisitor(app)
const HOUR = 3_600_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const ratings = (visitor: QuickVisitor, since = ago(HOUR), id = visitor.id) =>
  call<Answer<typeof ratingsSince>>(app, `GET /api/users/${id}/ratings?since=${since}`, { cookie: visitor.cookie })
const NONE = { total: 0, hot: 0, comparable: 0, agreed: 0 }

const makeRatedItems = async () => {
  const [loved = 0, disliked = 0, torn = 0, fresh = 0] = await newItems(app, owner.id, 4)
  const [one, two, three] = await quickVisitors(app, 3)
  for (const voter of [one, two, three]) {
    await voter?.vote(loved, voter !== three)
    await voter?.vote(disliked, voter === three)
  }
  await one?.vote(torn, true)
  await two?.vote(torn, false)
  return { loved, disliked, torn, fresh }
}

it('compares votes since a moment with the majority of other visitors', async () => {
  const { loved, disliked, torn, fresh } = await makeRatedItems()
  const visitor = await quickVisitor(app)
  expect((await ratings(visitor)).body).toEqual(NONE)
  await visitor.vote(loved, true)
  await visitor.vote(disliked, true)
  await visitor.vote(torn, false)
  await visitor.vote(fresh, true)
  expect((await ratings(visitor)).body).toEqual({ total: 4, hot: 3, comparable: 2, agreed: 1 })
  await visitor.undo(disliked)
  await visitor.vote(disliked, false)
  expect((await ratings(visitor)).body).toEqual({ total: 4, hot: 2, comparable: 2, agreed: 2 })

  const older = "UPDATE votes SET created_at = now() - interval '2 hours' WHERE user_id = $1 AND media_id = $2"
  await app.deps.db.query({ text: older }, [visitor.id, loved])
  expect((await ratings(visitor)).body).toEqual({ total: 3, hot: 1, comparable: 1, agreed: 1 })
  expect((await ratings(visitor, ago(3 * HOUR))).body.total).toBe(4)
  expect((await ratings(visitor, ago(-HOUR))).body).toEqual(NONE)
  await operatorCall(app, 'POST /api/admin/delete-media', { mediaIds: [fresh] })
  expect((await ratings(visitor)).body).toEqual({ total: 2, hot: 0, comparable: 1, agreed: 1 })
})

it('counts the votes of a voter who was set aside without revealing it', async () => {
  const [id = 0] = await newItems(app, owner.id, 1)
  const [visitor, other] = await quickVisitors(app, 2)
  if (!visitor || !other) throw new Error('There are no visitors')
  await visitor.vote(id, true)
  await other.vote(id, true)
  await setAsides(app).setAside({ kind: 'voter', userId: visitor.id })
  expect((await ratings(visitor)).body).toEqual({ total: 1, hot: 1, comparable: 1, agreed: 1 })
})

it("requires the visitor's session and a valid moment", async () => {
  const visitor = await quickVisitor(app)
  expectError(await ratings(visitor, ago(HOUR), owner.id), 403, 'not_yours')
  expectError(await call(app, `GET /api/users/${visitor.id}/ratings?since=${ago(0)}`), 401, 'no_session')
  for (const since of ['', 'yesterday', '2026-11-23'])
    expectError(await ratings(visitor, since), 400, 'invalid_request')
})
