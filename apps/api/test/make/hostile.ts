import { beforeEach, expect } from 'vitest'
import { call, quickVisitor } from '../app/call.ts'
import { countOf, expectExactCounts } from '../app/counts.ts'
import { testApp } from '../app/test-app.ts'
import { newItems } from './items.ts'

export const siteUnderAttack = async () => {
  const app = await testApp()
  const owner = await quickVisitor(app)
  const visitor = await quickVisitor(app)
  const [item = 0] = await newItems(app, owner.id, 1)
  const rowsOf = () => countOf(app.deps.db, 'SELECT (SELECT count(*) FROM users) + (SELECT count(*) FROM votes)')
  let rows = 0
  beforeEach(async () => {
    rows = await rowsOf()
  })
  return {
    app,
    visitor,
    item,
    send: (route: `${string} ${string}`, body?: unknown, headers?: Record<string, string>) =>
      call(app, route, { body, cookie: visitor.cookie, headers }),
    aVote: (changes: object = {}) => ({ userId: visitor.id, mediaId: item, isHot: true, ...changes }),
    expectUntouched: async () => {
      expect(await rowsOf()).toBe(rows)
      await expectExactCounts(app.deps.db)
      expect((await call(app, 'GET /healthz')).status).toBe(200)
    },
  }
}
