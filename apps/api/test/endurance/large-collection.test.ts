import { describe, expect, it } from 'vitest'
import { expectError, quickVisitor } from '../app/call.ts'
import { testApp } from '../app/test-app.ts'
import { newItems, rateAll, rateBySql, sorted } from '../make/items.ts'

describe('a large collection of which nearly everything is rated', () => {
  it('offers each of the few remaining items once before the end', async () => {
    const app = await testApp()
    const owner = await quickVisitor(app)
    const visitor = await quickVisitor(app)
    const ids: number[] = []
    for (let batch = 0; batch < 5; batch++) ids.push(...(await newItems(app, owner.id, 9000)))
    await newItems(app, visitor.id, 3)
    const left = [0, 1, 9_999, 10_000, 16_383, 16_384, 20_000, 32_768, 44_998, 44_999].map((n) => Number(ids[n]))
    await rateBySql(app, visitor, left)

    const [last = 0] = left.slice(-1)
    expect(sorted(await rateAll(visitor))).toEqual(sorted(left))
    expectError(await visitor.next(), 404, 'none_left')
    expectError(await visitor.vote(last), 409, 'already_voted')
    const late = await newItems(app, owner.id, 2)
    expect(sorted(await rateAll(visitor))).toEqual(sorted(late))
    expectError(await visitor.next(), 404, 'none_left')
  })

  it('finds the one remaining item at any position', async () => {
    const app = await testApp()
    const owner = await quickVisitor(app)
    const ids: number[] = []
    for (let batch = 0; batch < 3; batch++) ids.push(...(await newItems(app, owner.id, 7000)))
    for (const n of [0, 12_345, 20_999]) {
      const visitor = await quickVisitor(app)
      await rateBySql(app, visitor, [Number(ids[n])])
      expect(await rateAll(visitor)).toEqual([ids[n]])
    }
  })
})
