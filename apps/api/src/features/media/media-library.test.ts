import type { LibraryItem } from '@hotvote/shared/operator/media-library'
import { describe, expect, it } from 'vitest'
import { expectError, quickVisitor, quickVisitors } from '../../../test/app/call.ts'
import { expectExactCounts, queryCount } from '../../../test/app/database.ts'
import { allPages, listAudit, operatorCall, pagesBothWays } from '../../../test/app/operator.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { newItems } from '../../../test/make/items.ts'

const app = await testApp()
const owner = await quickVisitor(app)
const ids = await newItems(app, owner.id, 25)
const { db } = app.deps
await db.query({ text: `UPDATE media SET original_name = 'Beach ' || id || '.jpg', size_bytes = 1000 + id % 7` })
await db.query({ text: `UPDATE media SET mime_type = 'video/mp4', original_name = '100%_Käse.mp4' WHERE id = $1` }, [
  ids[3],
])
for (const voter of await quickVisitors(app, 4)) {
  for (const id of ids.slice(0, 9)) await voter.vote(id)
  await voter.view(ids[0] ?? 0)
}

const list = (query = '') => operatorCall<LibraryItem[]>(app, `GET /api/admin/media${query}`)

describe('the list of all media', () => {
  it('shows type, owner and results of each item, newest first', async () => {
    const { status, body, headers } = await list()
    expect(status).toBe(200)
    expect(headers['x-total-count']).toBe('25')
    expect(body.map(({ id }) => id)).toEqual([...ids].reverse())
    const first = body.at(-1)
    expect(first).toMatchObject({ username: owner.username, userId: owner.id, mimeType: 'image/jpeg', totalViews: 4 })
    expect(first?.totalVotes).toBe(4)
    expect((first?.hotVotes ?? 0) + (first?.notVotes ?? 0)).toBe(4)
    expect(headers['cache-control']).toBe('no-store')
  })

  it.each(['uploadedAt', 'votes', 'hot', 'views', 'size', 'name'])(
    'lists each item once when pages are sorted by %s either way',
    async (sort) => {
      const ascending = await pagesBothWays<LibraryItem>(app, `/api/admin/media?sort=${sort}`, 25)
      const values: Record<string, (item: LibraryItem) => number | string> = {
        uploadedAt: ({ uploadedAt }) => uploadedAt,
        votes: ({ totalVotes }) => totalVotes,
        hot: ({ hotVotes, totalVotes }) => (totalVotes ? hotVotes / totalVotes : -1),
        views: ({ totalViews }) => totalViews,
        size: ({ size }) => size,
        name: ({ id }) => id,
      }
      if (sort === 'name') return
      const seen = ascending.map((item) => values[sort]?.(item) ?? 0)
      expect(seen).toEqual([...seen].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
    },
  )

  it('finds a part of a name in any case and takes wildcards literally', async () => {
    expect((await list('?search=bEACH')).headers['x-total-count']).toBe('24')
    expect((await list(`?search=${encodeURIComponent('%')}`)).body.map(({ id }) => id)).toEqual([ids[3]])
    expect((await list('?search=_')).body.map(({ id }) => id)).toEqual([ids[3]])
    expect((await list(`?search=${encodeURIComponent('käs')}`)).body).toHaveLength(1)
    expect((await list(`?search=${encodeURIComponent('\\')}`)).body).toHaveLength(0)
    expect((await list(`?search=${encodeURIComponent(`' OR '1'='1`)}`)).body).toHaveLength(0)
  })

  it('keeps the filter on every page, even a question mark', async () => {
    await db.query({ text: `UPDATE media SET original_name = 'Where?.jpg' WHERE id = ANY($1)` }, [ids.slice(3, 7)])
    const { entries } = await allPages<LibraryItem>(app, '/api/admin/media?search=where?&type=image&limit=1')
    expect(entries.map(({ id }) => id)).toEqual([ids[6], ids[5], ids[4]])
  })

  it('filters by type, uploader or item', async () => {
    expect((await list('?type=video')).body.map(({ id }) => id)).toEqual([ids[3]])
    expect((await list('?type=image')).headers['x-total-count']).toBe('24')
    expect((await list(`?userId=${owner.id}`)).body).toHaveLength(25)
    expect((await list('?userId=999999')).body).toEqual([])
    expect((await list(`?id=${ids[5]}`)).body.map(({ id }) => id)).toEqual([ids[5]])
  })

  it.each([
    'limit=0',
    'limit=-1',
    'limit=1e9',
    'limit=501',
    'limit=10;--',
    'cursor={}',
    'cursor=AAAA',
    `cursor=${Buffer.from('["x",1]').toString('base64url')}`,
    `cursor=${Buffer.from('[1e300,1]').toString('base64url')}`,
    'sort=id%22;%20DROP%20TABLE%20media;--',
    'order=asc,(select%20pg_sleep(3))',
    'type=audio',
    'userId=-1',
    'search=a%00b',
    `search=${'%25'.repeat(201)}`,
    'search=a&search=b',
  ])('refuses %s', async (query) => {
    expectError(await list(`?${query}`), 400)
  })
})

it('sums up the whole collection', async () => {
  expect((await operatorCall(app, 'GET /api/admin/media-totals')).body).toEqual({
    totalMedia: 25,
    totalVotes: 36,
    totalViews: 4,
  })
})

it('reaches the last page when names are long or contain any character', async () => {
  const visitor = await quickVisitor(app)
  const named = await newItems(app, visitor.id, 3)
  await db.query({ text: `UPDATE media SET original_name = repeat('🔥', 200) WHERE id = ANY($1)` }, [named])
  const path = `/api/admin/media?sort=name&userId=${visitor.id}&limit=1`
  expect((await allPages<LibraryItem>(app, path)).entries.map(({ id }) => id)).toEqual(named.reverse())
  await db.query({ text: `UPDATE media SET original_name = repeat('"', 200) WHERE id = ANY($1)` }, [named])
  expect((await allPages(app, path)).entries).toHaveLength(3)
})

describe('removing an item', () => {
  it('removes votes and views, queues its files and writes audit entries', async () => {
    const before = await listAudit(app)
    const reply = await operatorCall(app, `DELETE /api/admin/media/${ids[0]}`)
    expect(reply).toMatchObject({ status: 204, text: '' })
    expect((await list(`?id=${ids[0]}`)).body).toEqual([])
    await expectExactCounts(db)
    expect(await queryCount(db, 'SELECT uploads FROM users WHERE id = $1', [owner.id])).toBe(24)
    const entries = (await listAudit(app)).slice(before.length)
    const requestId = reply.headers['x-request-id']
    expect(entries).toMatchObject([
      { event: 'ADMIN_DELETE_REQUEST', actor: 'operator', requestId, context: { mediaId: ids[0], userId: owner.id } },
      { event: 'ADMIN_DELETE_COMPLETED', actor: 'operator', requestId, context: { votes: 4, views: 4, files: 1 } },
    ])
    expect(entries[0]?.context.ip).toBeTruthy()
  })

  it('answers 404 for an unknown item and changes nothing', async () => {
    const before = await listAudit(app)
    expectError(await operatorCall(app, `DELETE /api/admin/media/${ids[0]}`), 404, 'not_found')
    expectError(await operatorCall(app, 'DELETE /api/admin/media/1e3'), 400)
    expect(await listAudit(app)).toEqual(before)
  })
})
