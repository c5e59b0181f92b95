import { type RatingItem, ratingItem, tally } from '@hotvote/shared/visitor/rating'
import { describe, expect, it } from 'vitest'
import { call, expectError, quickVisitor, quickVisitors } from '../../../test/app/call.ts'
import { expectExactCounts, queryCount } from '../../../test/app/database.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { newItems } from '../../../test/make/items.ts'

const NONE_LEFT = 'You have rated all the media we have right now - check back soon for more!'
const UNKNOWN = 987_654_321

const app = await testApp()
const owner = await quickVisitor(app)
const visitor = await quickVisitor(app)
const other = await quickVisitor(app)

const newItem = async (ownerId = owner.id) => {
  const [id = 0] = await newItems(app, ownerId, 1)
  return id
}
const hide = (id: number) => app.deps.db.query({ text: 'UPDATE media SET position = NULL WHERE id = $1' }, [id])
const votesOn = (id: number) => queryCount(app.deps.db, 'SELECT count(*) FROM votes WHERE media_id = $1', [id])
const getViews = (id: number) => queryCount(app.deps.db, 'SELECT views FROM media WHERE id = $1', [id])
const statuses = (replies: { status: number }[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe('next item', () => {
  it('answers with the specified text when no item is left', async () => {
    const fresh = await quickVisitor(await testApp())
    const error = expectError(await fresh.next(), 404, 'none_left')
    expect(error.message).toBe(NONE_LEFT)
  })

  it('is a visible item of another visitor with the data for the stage', async () => {
    const id = await newItem()
    await other.vote(id, true)
    const reply = await visitor.next()
    expect(reply.status).toBe(200)
    const item: RatingItem = ratingItem.strict().parse(reply.body)
    expect(item).toMatchObject({ id, mimeType: 'image/jpeg', width: 640, height: 480, uploadedBy: owner.username })
    expect(item).toMatchObject({ userHasVoted: false, totalVotes: 1, hotPercentage: 100, notPercentage: 0 })
    expectError(await owner.next(), 404, 'none_left')
  })

  it('excludes the given ids, one or several', async () => {
    const [first = 0, second = 0] = await newItems(app, owner.id, 2)
    const fresh = await quickVisitor(app)
    const all = await app.deps.db.query<{ id: number }>({ text: 'SELECT id FROM media WHERE position IS NOT NULL' })
    const rest = all.map(({ id }) => id).filter((id) => id !== first && id !== second)
    for (const id of rest) await fresh.vote(id)
    expect((await fresh.next([first])).body.id).toBe(second)
    expect((await fresh.next([second])).body.id).toBe(first)
    expectError(await fresh.next([first, second]), 404, 'none_left')
    expect([first, second]).toContain((await fresh.next()).body.id)
  })

  it('ignores unknown ids to exclude and refuses an invalid list', async () => {
    await newItem()
    expect((await visitor.next([UNKNOWN])).status).toBe(200)
    for (const query of ['exclude=x', 'exclude=', 'exclude=-1', 'exclude=1.5', 'exclude=9007199254740993'])
      expectError(await call(app, `GET /api/media/random/${visitor.id}?${query}`, visitor), 400, 'invalid_request')
    expectError(await visitor.next(Array.from({ length: 11 }, (_, i) => i + 1)), 400, 'invalid_request')
  })

  it('is available to its own visitor only', async () => {
    await newItem()
    expectError(await call(app, `GET /api/media/random/${visitor.id}`), 401, 'no_session')
    expectError(await call(app, `GET /api/media/random/${visitor.id}`, other), 403, 'not_yours')
    expectError(await call(app, `GET /api/media/random/${UNKNOWN}`, other), 403, 'not_yours')
    expectError(await call(app, 'GET /api/media/random/me', visitor), 400, 'invalid_request')
  })
})

describe('vote', () => {
  it('returns new totals and removes the item from the next items', async () => {
    const id = await newItem()
    const first = await visitor.vote(id, true)
    expect(first.status).toBe(201)
    expect(tally.strict().parse(first.body)).toEqual({ totalVotes: 1, hotPercentage: 100, notPercentage: 0 })
    expect((await other.vote(id, false)).body).toEqual({ totalVotes: 2, hotPercentage: 50, notPercentage: 50 })
    const fresh = await quickVisitor(app)
    expect((await fresh.vote(id, false)).body).toEqual({ totalVotes: 3, hotPercentage: 33, notPercentage: 67 })
  })

  it('returns percentages that add up to 100 at every step', async () => {
    const id = await newItem()
    for (const [n, voter] of (await quickVisitors(app, 9)).entries()) {
      const { totalVotes, hotPercentage, notPercentage } = (await voter.vote(id, n % 4 === 1)).body
      expect(totalVotes).toBe(n + 1)
      expect(hotPercentage + notPercentage).toBe(100)
      const hot = Math.ceil(n / 4)
      expect(Math.abs(hotPercentage - (100 * hot) / totalVotes)).toBeLessThanOrEqual(0.5)
    }
  })

  it('counts once and is refused with a conflict when repeated', async () => {
    const id = await newItem()
    await visitor.vote(id, true)
    expectError(await visitor.vote(id, true), 409, 'already_voted')
    expectError(await visitor.vote(id, false), 409, 'already_voted')
    expect(await votesOn(id)).toBe(1)
    await expectExactCounts(app.deps.db)
  })

  it('is refused on own, unknown and hidden items', async () => {
    const own = await newItem(visitor.id)
    expectError(await visitor.vote(own), 403, 'own_media')
    expectError(await visitor.vote(UNKNOWN), 404, 'not_found')
    const hidden = await newItem()
    await hide(hidden)
    expectError(await visitor.vote(hidden), 404, 'not_found')
    expect((await votesOn(own)) + (await votesOn(hidden))).toBe(0)
  })

  it('is accepted from its own visitor only', async () => {
    const id = await newItem()
    const body = { userId: visitor.id, mediaId: id, isHot: true }
    expectError(await call(app, 'POST /api/votes', { body }), 401, 'no_session')
    expectError(await call(app, 'POST /api/votes', { body, cookie: other.cookie }), 403, 'not_yours')
    expect(await votesOn(id)).toBe(0)
  })

  it('names the invalid fields', async () => {
    const reply = await call(app, 'POST /api/votes', { ...visitor, body: { userId: visitor.id, isHot: 'yes' } })
    const error = expectError(reply, 400, 'invalid_request')
    expect(error.issues?.map(({ path }) => path).sort()).toEqual(['isHot', 'mediaId'])
  })
})

describe('simultaneous votes', () => {
  it('count once when 50 are equal', async () => {
    const id = await newItem()
    const replies = await Promise.all(Array.from({ length: 50 }, () => visitor.vote(id, true)))
    expect(statuses(replies)).toEqual({ 201: 1, 409: 49 })
    expect(await votesOn(id)).toBe(1)
    await expectExactCounts(app.deps.db)
  })

  it('count once when 25 are hot and 25 are not, with matching totals', async () => {
    const id = await newItem()
    const replies = await Promise.all(Array.from({ length: 50 }, (_, n) => visitor.vote(id, n % 2 === 0)))
    expect(statuses(replies)).toEqual({ 201: 1, 409: 49 })
    const counted = replies.find(({ status }) => status === 201)
    expect(counted?.body.totalVotes).toBe(1)
    expect(await votesOn(id)).toBe(1)
    await expectExactCounts(app.deps.db)
  })

  it('count once for each of 100 visitors', async () => {
    const id = await newItem()
    const voters = await quickVisitors(app, 100)
    const replies = await Promise.all(voters.map((voter, n) => voter.vote(id, n % 4 !== 0)))
    expect(statuses(replies)).toEqual({ 201: 100 })
    const totals = replies.map(({ body }) => body.totalVotes).sort((a, b) => a - b)
    expect(totals).toEqual(Array.from({ length: 100 }, (_, n) => n + 1))
    const last = replies.find(({ body }) => body.totalVotes === 100)
    expect(last?.body).toEqual({ totalVotes: 100, hotPercentage: 75, notPercentage: 25 })
    await expectExactCounts(app.deps.db)
  })
})

describe('view', () => {
  it('counts once per visitor and item, even for simultaneous calls', async () => {
    const id = await newItem()
    const replies = await Promise.all(Array.from({ length: 20 }, () => visitor.view(id)))
    expect(statuses(replies)).toEqual({ 204: 20 })
    expect((await visitor.view(id)).text).toBe('')
    expect(await getViews(id)).toBe(1)
    expect((await other.view(id)).status).toBe(204)
    expect(await getViews(id)).toBe(2)
    await expectExactCounts(app.deps.db)
  })

  it('is accepted but not counted on an own item', async () => {
    const id = await newItem(visitor.id)
    expect((await visitor.view(id)).status).toBe(204)
    expect(await getViews(id)).toBe(0)
  })

  it('requires an existing item', async () => {
    expectError(await visitor.view(UNKNOWN), 404, 'not_found')
    const hidden = await newItem()
    await hide(hidden)
    expectError(await visitor.view(hidden), 404, 'not_found')
  })

  it('is accepted from its own visitor only', async () => {
    const id = await newItem()
    const body = { userId: visitor.id }
    expectError(await call(app, `POST /api/media/${id}/view`, { body }), 401, 'no_session')
    expectError(await call(app, `POST /api/media/${id}/view`, { body, cookie: other.cookie }), 403, 'not_yours')
    expectError(await call(app, `POST /api/media/${id}/view`, { ...visitor, body: {} }), 400, 'invalid_request')
    expect(await getViews(id)).toBe(0)
  })
})

it('treats a removed visitor like one without a session', async () => {
  const id = await newItem()
  const gone = await quickVisitor(app)
  await app.deps.db.query({ text: 'DELETE FROM users WHERE id = $1' }, [gone.id])
  expectError(await gone.next(), 401, 'no_session')
  expectError(await gone.vote(id), 401, 'no_session')
  expectError(await gone.view(id), 401, 'no_session')
  expect(await votesOn(id)).toBe(0)
})
