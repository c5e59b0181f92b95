import type { Answer } from '@hotvote/shared/contract'
import { PLOT_DAYS } from '@hotvote/shared/limits'
import type { allVotesPerDay, statsNews } from '@hotvote/shared/visitor/stats'
import { describe, expect, it } from 'vitest'
import { call, expectError, type QuickVisitor, quickVisitor, quickVisitors } from '../../../test/app/call.ts'
import { beforeMidnight } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { withWorker } from '../../../test/app/worker.ts'
import { newItems } from '../../../test/make/items.ts'
import { setAsides } from '../../../test/make/moderation.ts'
import { DAY_MS } from '../../domain/day.ts'

type News = Answer<typeof statsNews>

const app = await testApp()
await withWorker(app)
const query = (text: string, values: unknown[] = []) => app.deps.db.query({ text }, values)
const MINUTE = 60_000

const news = (visitor: QuickVisitor, id = visitor.id) =>
  call<News>(app, `GET /api/users/${id}/news`, { cookie: visitor.cookie })
const seen = (visitor: QuickVisitor, until: string, id = visitor.id) =>
  call(app, `POST /api/users/${id}/news-seen`, { cookie: visitor.cookie, body: { until } })
const look = async (visitor: QuickVisitor) => {
  const { body } = await news(visitor)
  expect((await seen(visitor, body.until)).status).toBe(204)
  return body
}
const passes = async (ms: number, visitor: QuickVisitor) => {
  const by = `interval '${ms} milliseconds'`
  await query(`UPDATE users SET news_since = news_since - ${by}, news_seen_at = news_seen_at - ${by} WHERE id = $1`, [
    visitor.id,
  ])
  await query(
    `UPDATE votes SET created_at = created_at - ${by} WHERE media_id IN (SELECT id FROM media WHERE owner_id = $1)`,
    [visitor.id],
  )
}
const getOwner = async (count: number) => {
  const owner = await quickVisitor(app)
  return { owner, items: await newItems(app, owner.id, count) }
}
const told = ({ newVotes, newHot }: News) => ({ newVotes, newHot })

describe('news of a visitor', () => {
  it('cover the time since the previous visit and are empty on the first visit', async () => {
    const { owner, items } = await getOwner(2)
    const [one = 0, two = 0] = items
    const voters = await quickVisitors(app, 3)
    await voters[0]?.vote(one, true)
    await passes(MINUTE, owner)
    expect(await look(owner)).toMatchObject({ since: null, newVotes: 1, newHot: 1 })
    await passes(DAY_MS, owner)
    await voters[1]?.vote(one, true)
    await voters[2]?.vote(one, false)
    await voters[2]?.vote(two, true)
    await passes(MINUTE, owner)
    const { body } = await news(owner)
    expect(told(body)).toEqual({ newVotes: 3, newHot: 2 })
    expect(Date.now() - Date.parse(body.since ?? '')).toBeGreaterThan(DAY_MS)
  })

  it('remain for the whole visit on every device and end with the visit', async () => {
    const { owner, items } = await getOwner(1)
    const [item = 0] = items
    await look(owner)
    await passes(DAY_MS, owner)
    const [first, second] = await quickVisitors(app, 2)
    await first?.vote(item, true)
    await passes(MINUTE, owner)
    const { since } = await look(owner)
    for (let visits = 0; visits < 3; visits += 1) {
      const again = await look(owner)
      expect(told(again)).toEqual({ newVotes: 1, newHot: 1 })
      expect(again.since).toBe(since)
    }
    await passes(29 * MINUTE, owner)
    expect(told(await look(owner))).toEqual({ newVotes: 1, newHot: 1 })
    // Each request extends the visit.
    await passes(29 * MINUTE, owner)
    expect(told(await look(owner))).toEqual({ newVotes: 1, newHot: 1 })
    await second?.vote(item, false)
    await passes(31 * MINUTE, owner)
    expect(told(await look(owner))).toEqual({ newVotes: 1, newHot: 0 })
    await passes(31 * MINUTE, owner)
    expect(told(await look(owner))).toEqual({ newVotes: 0, newHot: 0 })
  })

  it('count during the whole first visit', async () => {
    const { owner, items } = await getOwner(1)
    expect(await look(owner)).toMatchObject({ since: null, newVotes: 0 })
    await (await quickVisitor(app)).vote(items[0] ?? 0, true)
    await passes(MINUTE, owner)
    expect(await look(owner)).toMatchObject({ since: null, newVotes: 1, newHot: 1 })
  })

  it('remain until they were seen, not just requested', async () => {
    const { owner, items } = await getOwner(1)
    await look(owner)
    await passes(DAY_MS, owner)
    await (await quickVisitor(app)).vote(items[0] ?? 0, true)
    await passes(31 * MINUTE, owner)
    expect(told((await news(owner)).body)).toEqual({ newVotes: 1, newHot: 1 })
    await passes(DAY_MS, owner)
    expect(told((await news(owner)).body)).toEqual({ newVotes: 1, newHot: 1 })
  })

  it('ignore a seen time in the past or future', async () => {
    const { owner, items } = await getOwner(1)
    const old = await look(owner)
    await passes(DAY_MS, owner)
    await (await quickVisitor(app)).vote(items[0] ?? 0, true)
    await passes(MINUTE, owner)
    await look(owner)
    await seen(owner, old.until)
    await seen(owner, '2020-01-01T00:00:00.000Z')
    expect(told((await news(owner)).body)).toEqual({ newVotes: 1, newHot: 1 })
    await seen(owner, '2999-01-01T00:00:00.000Z')
    await passes(31 * MINUTE, owner)
    await (await quickVisitor(app)).vote(items[0] ?? 0, true)
    await passes(31 * MINUTE, owner)
    expect(told((await news(owner)).body)).toEqual({ newVotes: 1, newHot: 1 })
  })

  it('exclude undone and set-aside votes and deleted items', async () => {
    const { owner, items } = await getOwner(2)
    const [stays = 0, goes = 0] = items
    await look(owner)
    await passes(DAY_MS, owner)
    const [first, second, third, noticed] = (await quickVisitors(app, 4)) as [
      QuickVisitor,
      QuickVisitor,
      QuickVisitor,
      QuickVisitor,
    ]
    await first.vote(stays, true)
    await second.vote(stays, true)
    expect((await second.undo(stays)).status).toBe(200)
    await third.vote(goes, false)
    await noticed.vote(stays, true)
    await passes(10_000, owner)
    expect(told((await news(owner)).body)).toEqual({ newVotes: 3, newHot: 2 })
    await setAsides(app).setAside({ kind: 'voter', userId: noticed.id })
    expect(told((await news(owner)).body)).toEqual({ newVotes: 2, newHot: 1 })
    await call(app, `DELETE /api/media/${goes}?userId=${owner.id}`, owner)
    expect(told((await news(owner)).body)).toEqual({ newVotes: 1, newHot: 1 })
  })

  it('reach back as far as the plot', async () => {
    const { owner, items } = await getOwner(1)
    await look(owner)
    const [early, late] = await quickVisitors(app, 2)
    await early?.vote(items[0] ?? 0, true)
    await passes((PLOT_DAYS + 1) * DAY_MS, owner)
    await late?.vote(items[0] ?? 0, false)
    await passes(MINUTE, owner)
    const { body } = await news(owner)
    expect(told(body)).toEqual({ newVotes: 1, newHot: 0 })
    expect(Date.now() - Date.parse(body.since ?? '')).toBeLessThan((PLOT_DAYS + 0.1) * DAY_MS)
  })

  it('name the best visible item by its confidence bound', async () => {
    const { owner, items } = await getOwner(3)
    const [few = 0, many = 0, hidden = 0] = items
    expect((await news(owner)).body.best).toBeNull()
    await query('UPDATE media SET not_votes = 3 WHERE id = $1', [few])
    expect((await news(owner)).body.best).toBeNull()
    await query('UPDATE media SET hot_votes = 2, not_votes = 0 WHERE id = $1', [few])
    await query('UPDATE media SET hot_votes = 80, not_votes = 20 WHERE id = $1', [many])
    await query('UPDATE media SET hot_votes = 500, position = NULL WHERE id = $1', [hidden])
    expect((await news(owner)).body.best).toMatchObject({ id: many, totalVotes: 100, hotPercentage: 80 })
    await call(app, `DELETE /api/media/${many}?userId=${owner.id}`, owner)
    expect((await news(owner)).body.best).toMatchObject({ id: few })
  })

  it('are equal when counted by time for items with very many votes', async () => {
    const { owner, items } = await getOwner(2)
    await look(owner)
    await passes(DAY_MS, owner)
    const [first, second] = await quickVisitors(app, 2)
    await first?.vote(items[0] ?? 0, true)
    await second?.vote(items[1] ?? 0, false)
    await passes(MINUTE, owner)
    const days = () => call(app, `GET /api/users/${owner.id}/votes-per-day`, owner)
    const before = [told((await news(owner)).body), (await days()).text]
    expect(before[0]).toEqual({ newVotes: 2, newHot: 1 })
    await query('UPDATE media SET hot_votes = 300000 WHERE id = $1', [items[0]])
    expect([told((await news(owner)).body), (await days()).text]).toEqual(before)
  })

  it('are visible to their visitor only', async () => {
    const [visitor, other] = (await quickVisitors(app, 2)) as [QuickVisitor, QuickVisitor]
    expectError(await news(visitor, other.id), 403, 'not_yours')
    expectError(await seen(visitor, new Date().toISOString(), other.id), 403, 'not_yours')
    expectError(await seen(visitor, 'yesterday'), 400, 'invalid_request')
    expectError(await call(app, `GET /api/users/${other.id}/votes-per-day`, visitor), 403, 'not_yours')
    expectError(await call(app, `GET /api/users/${visitor.id}/news`), 401, 'no_session')
  })
})

it('sums the daily votes on all items of a visitor', async () => {
  await beforeMidnight()
  const { owner, items } = await getOwner(2)
  const [one = 0, two = 0] = items
  const [first, second] = await quickVisitors(app, 2)
  await first?.vote(one, true)
  await second?.vote(one, false)
  await query(`UPDATE votes SET created_at = now() - interval '2 days' WHERE media_id = $1`, [one])
  await first?.vote(two, true)
  const { body } = await call<Answer<typeof allVotesPerDay>>(app, `GET /api/users/${owner.id}/votes-per-day`, owner)
  expect(body).toHaveLength(PLOT_DAYS)
  expect(body.at(-3)).toMatchObject({ hot: 1, not: 1 })
  expect(body.at(-1)).toMatchObject({ hot: 1, not: 0 })
  expect(body.reduce((sum, { hot, not }) => sum + hot + not, 0)).toBe(3)
})
