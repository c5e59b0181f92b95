import { describe, expect, it } from 'vitest'
import { call, expectError, quickVisitors } from '../../../test/app/call.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { newItems } from '../../../test/make/items.ts'

describe('GET /api/db-test', () => {
  it('returns tables, totals and times without credentials', async () => {
    const app = await testApp()
    const [owner, voter] = await quickVisitors(app, 2)
    const [item = 0] = await newItems(app, owner?.id ?? 0, 3)
    await voter?.vote(item)
    await voter?.view(item)
    expect((await call(app, 'GET /api/db-test/connection')).body).toMatchObject({ success: true })
    const schema = await call<{ tables: string[] }>(app, 'GET /api/db-test/schema')
    expect(schema.body.tables).toEqual(expect.arrayContaining(['media', 'users', 'views', 'votes']))
    expect((await call(app, 'GET /api/db-test/counts')).body).toEqual({
      success: true,
      totalUsers: 2,
      totalMedia: 3,
      totalVotes: 1,
      totalViews: 1,
      ms: expect.any(Number),
    })
    const queries = await call<{ queries: { name: string; ms: number }[] }>(app, 'GET /api/db-test/queries')
    expect(queries.body.queries.length).toBeGreaterThan(2)
    for (const query of queries.body.queries) expect(Object.keys(query).sort()).toEqual(['ms', 'name'])
  })

  it('hides internals of the database', async () => {
    const app = await testApp()
    for (const name of ['connection', 'schema', 'counts', 'queries']) {
      const { status, text } = await call(app, `GET /api/db-test/${name}`)
      expect(status).toBe(200)
      expect(text).not.toMatch(/postgres|select |127\.0\.0\.1|\d+\.\d+\.\d+|password|host|socket/i)
    }
  })

  it('limits calls to sixty', async () => {
    const app = await testApp({ RATE_LIMITS: 'on' })
    const statuses: number[] = []
    for (let i = 0; i < 61; i++) statuses.push((await call(app, 'GET /api/db-test/connection')).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
    expectError(await call(app, 'GET /api/db-test/counts'), 429, 'too_many_requests')
  })
})
