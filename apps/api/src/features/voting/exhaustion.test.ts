import { describe, expect, it } from 'vitest'
import { expectError, type QuickVisitor, quickVisitor, quickVisitors } from '../../../test/app/call.ts'
import { expectExactCounts, queryCount } from '../../../test/app/database.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { newItems, rateAll, rateBySql, sorted } from '../../../test/make/items.ts'

describe('50 visitors who rate 40 items at the same time', () => {
  it('get every item of others exactly once, and new items afterwards', async () => {
    const app = await testApp()
    const visitors = await quickVisitors(app, 50)
    const owners = visitors.slice(0, 5)
    const items = new Map<number, number[]>()
    for (const { id } of owners) items.set(id, await newItems(app, id, 8))
    const everything = [...items.values()].flat()

    const expectedFor = ({ id }: QuickVisitor) => sorted(everything.filter((item) => !items.get(id)?.includes(item)))
    const seen = await Promise.all(visitors.map(rateAll))
    for (const [n, visitor] of visitors.entries()) expect(sorted(seen[n] ?? [])).toEqual(expectedFor(visitor))
    expect(await queryCount(app.deps.db, 'SELECT count(*) FROM votes')).toBe(50 * 40 - 40)
    await expectExactCounts(app.deps.db)

    const [first] = owners
    const [late = 0] = await newItems(app, first?.id ?? 0, 1)
    const after = await Promise.all(visitors.map(rateAll))
    for (const [n, visitor] of visitors.entries()) expect(after[n]).toEqual(visitor.id === first?.id ? [] : [late])
    await expectExactCounts(app.deps.db)
  })
})

describe('a skipped item', () => {
  it('is offered again when it is the only item left', async () => {
    const app = await testApp()
    const owner = await quickVisitor(app)
    const visitor = await quickVisitor(app)
    const [only = 0] = await newItems(app, owner.id, 1)
    for (let round = 0; round < 3; round++) {
      expectError(await visitor.next([only]), 404, 'none_left')
      expect((await visitor.next()).body.id).toBe(only)
    }
  })

  it.each([5, 40, 400])('is offered again among %i rated items', async (count) => {
    const app = await testApp()
    const owner = await quickVisitor(app)
    const ids = await newItems(app, owner.id, count)
    for (const left of [ids[0], ids[Math.floor(count / 2)], ids.at(-1)].map(Number)) {
      const visitor = await quickVisitor(app)
      await rateBySql(app, visitor, [left])
      expectError(await visitor.next([left]), 404, 'none_left')
      expectError(await visitor.next([left]), 404, 'none_left')
      expect((await visitor.next()).body.id).toBe(left)
    }
  })

  it('remains available after any number of skips', async () => {
    const app = await testApp()
    const owner = await quickVisitor(app)
    const visitor = await quickVisitor(app)
    const ids = await newItems(app, owner.id, 3)
    const drawn = new Set<number>()
    for (let n = 0; n < 200; n++) drawn.add((await visitor.next()).body.id)
    expect(sorted(drawn)).toEqual(sorted(ids))
  })
})
