import type { Answer } from '@hotvote/shared/contract'
import { type MediaStats, userStats, type votesPerDay } from '@hotvote/shared/visitor/stats'
import { describe, expect, it } from 'vitest'
import { call, expectError, type QuickVisitor, quickVisitor, quickVisitors } from '../../../test/app/call.ts'
import { beforeMidnight } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { newItems } from '../../../test/make/items.ts'
import { quarters } from '../../../test/make/pictures.ts'
import { filePart, upload } from '../../../test/make/upload.ts'
import { DAY_MS } from '../../domain/day.ts'

type Stats = Answer<typeof userStats>
type Days = Answer<typeof votesPerDay>

const app = await testApp()
const owner = await quickVisitor(app)
const other = await quickVisitor(app)

const stats = (visitor: QuickVisitor, query = '', id = visitor.id) =>
  call<Stats>(app, `GET /api/users/${id}/stats${query}`, { cookie: visitor.cookie })
const days = (visitor: QuickVisitor, mediaId: number | string) =>
  call<Days>(app, `GET /api/media/${mediaId}/votes-per-day`, { cookie: visitor.cookie })
const query = (text: string, values: unknown[] = []) => app.deps.db.query({ text }, values)

describe('stats of a visitor', () => {
  it('are zeros without uploads', async () => {
    const { status, body, headers } = await stats(await quickVisitor(app))
    expect(status).toBe(200)
    expect(body).toEqual({ totalUploads: 0, totalVotes: 0, totalViews: 0, mediaStats: [], notices: [] })
    expect(headers).toMatchObject({ 'x-total-count': '0' })
    expect(headers).not.toHaveProperty('link')
  })

  it('show type and results of each upload, newest first', async () => {
    const visitor = await quickVisitor(app)
    const bytes = await quarters(640, 480).jpeg().toBuffer()
    const { body: first } = await upload(app, visitor, filePart(bytes, 'first.jpg'))
    const { body: second } = await upload(app, visitor, filePart(bytes, 'second.jpg'))
    const voters = await quickVisitors(app, 3)
    for (const [n, voter] of voters.entries()) {
      expect((await voter.vote(first.id, n < 2)).status).toBe(201)
      expect((await voter.view(first.id)).status).toBe(204)
    }
    expect((await voters[0]?.view(second.id))?.status).toBe(204)

    const { body, text } = await stats(visitor)
    expect(userStats.response.strict().parse(body)).toMatchObject({ totalUploads: 2, totalVotes: 3, totalViews: 4 })
    expect(body.mediaStats).toEqual([
      {
        ...second,
        displayUrl: second.url,
        srcset: null,
        isHidden: false,
        declined: null,
        totalViews: 1,
        totalVotes: 0,
        hotPercentage: 0,
        notPercentage: 0,
      },
      expect.objectContaining({ ...first, totalViews: 3, totalVotes: 3, hotPercentage: 67, notPercentage: 33 }),
    ])
    expect(text).not.toMatch(/email|session|sha256|username/i)
  })

  it('count hidden and waiting items but no unfinished uploads', async () => {
    const visitor = await quickVisitor(app)
    const [hidden] = await newItems(app, visitor.id, 2)
    const [waiting] = await newItems(app, visitor.id, 1)
    const [unfinished] = await newItems(app, visitor.id, 1)
    await query('UPDATE media SET position = NULL WHERE id = ANY($1::bigint[])', [[hidden, waiting, unfinished]])
    await query(`UPDATE media SET status = 'waiting' WHERE id = $1`, [waiting])
    await query(`UPDATE media SET status = 'pending' WHERE id = $1`, [unfinished])
    const { body } = await stats(visitor)
    expect(body).toMatchObject({ totalUploads: 3 })
    expect(body.mediaStats).toHaveLength(3)
  })

  it('are paged with each upload once and totals of all pages', async () => {
    const visitor = await quickVisitor(app)
    const ids = await newItems(app, visitor.id, 10_000)
    await query('UPDATE media SET views = 2 WHERE owner_id = $1', [visitor.id])
    const seen: MediaStats[] = []
    let next: string | undefined = `/api/users/${visitor.id}/stats?limit=500`
    for (let pages = 0; next && pages < 25; pages++) {
      const page: Awaited<ReturnType<typeof call<Stats>>> = await call<Stats>(app, `GET ${next}`, {
        cookie: visitor.cookie,
      })
      expect(page.body).toMatchObject({ totalUploads: 10_000, totalViews: 20_000 })
      expect(page.headers).toMatchObject({ 'x-total-count': '10000' })
      expect(page.body.mediaStats).toHaveLength(500)
      seen.push(...page.body.mediaStats)
      next = /^<(.+)>; rel="next"$/.exec(String(page.headers.link))?.[1]
    }
    expect(next).toBeUndefined()
    expect(seen.map(({ id }) => id)).toEqual(ids.toReversed())
    const first = await stats(visitor)
    expect(first.body.mediaStats).toHaveLength(100)
    expect(first.headers.link).toBe(
      `</api/users/${visitor.id}/stats?limit=100&cursor=${first.body.mediaStats.at(-1)?.id}>; rel="next"`,
    )
  })

  it.each(['limit=0', 'limit=501', 'limit=-1', 'limit=ten', 'limit=1&limit=2', 'cursor=x', 'cursor=1&cursor=2'])(
    'are refused for %s',
    async (part) => {
      expectError(await stats(owner, `?${part}`), 400, 'invalid_request')
    },
  )

  it('are visible to their visitor only', async () => {
    expectError(await stats(other, '', owner.id), 403, 'not_yours')
    expectError(await call(app, `GET /api/users/${owner.id}/stats`), 401, 'no_session')
    expectError(await call(app, 'GET /api/users/x/stats', { cookie: owner.cookie }), 400, 'invalid_request')
  })
})

describe('votes per day', () => {
  it('cover the last 30 days, today last, with empty days', async () => {
    await beforeMidnight()
    const [mediaId = 0] = await newItems(app, owner.id, 1)
    const ages = [0, 0, 1, 29, 30, 200]
    for (const [n, voter] of (await quickVisitors(app, ages.length)).entries()) {
      await voter.vote(mediaId, n !== 1)
      await query(
        `UPDATE votes SET created_at = created_at - make_interval(days => $2) WHERE media_id = $1 AND user_id = $3`,
        [mediaId, ages[n], voter.id],
      )
    }
    const { status, body } = await days(owner, mediaId)
    expect(status).toBe(200)
    expect(body).toHaveLength(30)
    const [{ today } = { today: '' }] = await app.deps.db.query<{ today: string }>({
      text: 'SELECT current_date::text AS today',
    })
    expect(body.map(({ day }) => day)).toEqual(
      Array.from({ length: 30 }, (_, n) =>
        new Date(Date.parse(`${today}T00:00:00Z`) - (29 - n) * DAY_MS).toISOString().slice(0, 10),
      ),
    )
    expect(body.map(({ hot }) => hot)).toEqual([1, ...Array(27).fill(0), 1, 1])
    expect(body.map(({ not }) => not)).toEqual([...Array(29).fill(0), 1])
  })

  it('are visible to the owner of the item only', async () => {
    const [mediaId = 0] = await newItems(app, owner.id, 1)
    expectError(await days(other, mediaId), 403, 'not_yours')
    expectError(await call(app, `GET /api/media/${mediaId}/votes-per-day`), 401, 'no_session')
    expectError(await days(owner, 999_999_999), 404, 'not_found')
    expectError(await days(owner, '-1'), 400, 'invalid_request')
  })
})
