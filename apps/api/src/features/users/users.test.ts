import type { ListedUser } from '@hotvote/shared/operator/users'
import { describe, expect, it } from 'vitest'
import { expectError, quickVisitor } from '../../../test/app/call.ts'
import { operatorCall, pagesBothWays } from '../../../test/app/operator.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { newItems } from '../../../test/make/items.ts'

const app = await testApp()
await app.deps.db.query({
  text: `
INSERT INTO users (username, email, email_verified_at, latitude, longitude, login_count, last_login_at, created_at, is_synthetic)
SELECT 'Visitor' || n, CASE WHEN n % 3 = 0 THEN 'v' || n || '@Example.test' END, CASE WHEN n % 3 = 0 THEN now() END,
  CASE WHEN n % 4 = 0 THEN n END, CASE WHEN n % 4 = 0 THEN -n END, n % 5,
  CASE WHEN n % 5 > 0 THEN timestamptz '2025-06-15' + n * interval '1 hour' END,
  timestamptz '2024-01-10' + n * interval '31 days', n = 7
FROM generate_series(1, 20) n`,
})
const uploader = await quickVisitor(app)
const voter = await quickVisitor(app)
const [item = 0] = await newItems(app, uploader.id, 1)
await voter.vote(item)
await voter.view(item)

const list = (query = '') => operatorCall<ListedUser[]>(app, `GET /api/admin/users${query}`)
const listNames = async (query: string) => (await list(query)).body.map(({ username }) => username)

describe('the list of users', () => {
  it('shows the permitted facts of each user, newest first', async () => {
    const { status, body, headers } = await list()
    expect(status).toBe(200)
    expect(headers['x-total-count']).toBe('22')
    expect(body).toHaveLength(22)
    expect(body[0]).toMatchObject({ totalVotes: 1, totalViews: 1, totalUploads: 0, email: null, lastLoginAt: null })
    expect(body[1]).toMatchObject({ totalUploads: 1, totalVotes: 0 })
    const twelfth = body.find(({ username }) => username === 'Visitor12')
    expect(twelfth).toMatchObject({ email: 'v12@Example.test', emailVerified: true, latitude: 12, longitude: -12 })
    expect(twelfth).toMatchObject({ loginCount: 2, lastLoginAt: '2025-06-15T12:00:00.000Z', isSynthetic: false })
    expect(JSON.stringify(body)).not.toMatch(/hash|token|sessionId/i)
  })

  it.each(['username', 'email', 'location', 'activity', 'lastLoginAt', 'loginCount', 'createdAt'])(
    'lists each user once when pages are sorted by %s either way',
    async (sort) => {
      await pagesBothWays<ListedUser>(app, `/api/admin/users?sort=${sort}`, 22)
    },
  )

  it('finds a part of a name or address', async () => {
    expect(await listNames('?search=visitor2')).toEqual(['Visitor20', 'Visitor2'])
    expect(await listNames('?search=V18%40exAMPLE')).toEqual(['Visitor18'])
    expect(await listNames(`?search=${encodeURIComponent('%')}`)).toEqual([])
  })

  it('filters by group', async () => {
    expect((await list('?group=active')).headers['x-total-count']).toBe('2')
    expect((await list('?group=inactive')).headers['x-total-count']).toBe('20')
    expect((await list('?group=saved')).headers['x-total-count']).toBe('6')
    expect(await listNames('?group=synthetic')).toEqual(['Visitor7'])
  })

  it('filters by last days, year, month and a range of days', async () => {
    expect((await list('?lastDays=1')).headers['x-total-count']).toBe('2')
    expect(await listNames('?year=2024')).toHaveLength(11)
    expect(await listNames('?year=2024&month=2')).toEqual(['Visitor1'])
    const text = `
SELECT username FROM users WHERE extract(month FROM created_at AT TIME ZONE 'UTC') = 2 ORDER BY created_at`
    const february = (await app.deps.db.query<ListedUser>({ text })).map(({ username }) => username)
    expect(february.slice(0, 2)).toEqual(['Visitor1', 'Visitor13'])
    expect(await listNames('?month=2&order=asc')).toEqual(february)
    expect(await listNames('?from=2024-03-12&to=2024-04-12')).toEqual(['Visitor3', 'Visitor2'])
    expect(await listNames('?dateField=lastLoginAt&to=2025-06-15&order=asc')).toEqual([
      ...['Visitor1', 'Visitor2', 'Visitor3', 'Visitor4', 'Visitor6', 'Visitor7', 'Visitor8', 'Visitor9'],
      ...['Visitor11', 'Visitor12', 'Visitor13', 'Visitor14', 'Visitor16', 'Visitor17', 'Visitor18', 'Visitor19'],
    ])
  })

  it.each([
    'limit=0',
    'cursor=x',
    'sort=password',
    'order=up',
    'month=13',
    'month=0',
    'year=99999',
    'from=2024-02-30',
    'to=yesterday',
    'group=all',
    'lastDays=-1',
  ])('refuses %s', async (query) => {
    expectError(await list(`?${query}`), 400)
  })
})

it('measures the last days to the hour', async () => {
  const own = await testApp()
  await own.deps.db.query({
    text: `
INSERT INTO users (username, created_at)
SELECT side || days, now() - days * interval '1 day' + distance
FROM unnest(ARRAY[1, 7, 30, 90]) days, (VALUES ('Within', interval '1 hour'), ('Before', interval '-1 hour')) sides (side, distance)`,
  })
  const expected: string[] = []
  for (const days of [1, 7, 30, 90]) {
    expected.push(`Within${days}`)
    const { body } = await operatorCall<ListedUser[]>(own, `GET /api/admin/users?lastDays=${days}`)
    expect(body.map(({ username }) => username)).toEqual(expected)
    expected.push(`Before${days}`)
  }
})

it('sums up all users', async () => {
  expect((await operatorCall(app, 'GET /api/admin/user-totals')).body).toEqual({
    totalUsers: 22,
    activeUsers: 2,
    totalUploads: 1,
  })
})
