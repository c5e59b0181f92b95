import { describe, expect, it } from 'vitest'
import { expectError, type QuickVisitor, quickVisitor, quickVisitors } from '../../../test/app/call.ts'
import { expectExactCounts, queryCount } from '../../../test/app/database.ts'
import { type TestApp, testApp } from '../../../test/app/test-app.ts'
import { newItems } from '../../../test/make/items.ts'

/** Items count as visible from the response that shows them until the request that hides them. */
const changingCollection = (app: TestApp, ownerId: number) => {
  const visible = new Map<number, symbol>()
  const hidden: number[] = []
  const query = (text: string, ids: number[]) => app.deps.db.query({ text }, [ids])
  return {
    visible,
    async publish(count: number) {
      for (const id of await newItems(app, ownerId, count)) visible.set(id, Symbol())
    },
    async hide(count: number) {
      const ids = [...visible.keys()].sort(() => Math.random() - 0.5).slice(0, count)
      for (const id of ids) visible.delete(id)
      hidden.push(...ids)
      await query('UPDATE media SET position = NULL WHERE id = ANY($1::bigint[])', ids)
    },
    async show(count: number) {
      const ids = hidden.splice(0, count)
      await query(
        `
WITH top AS (
  UPDATE catalog SET last_position = last_position + cardinality($1::bigint[])
  RETURNING last_position - cardinality($1::bigint[]) AS base
)
UPDATE media SET position = top.base + n FROM top, unnest($1::bigint[]) WITH ORDINALITY AS visible (id, n)
WHERE media.id = visible.id`,
        ids,
      )
      for (const id of ids) visible.set(id, Symbol())
    },
  }
}

describe('visitors who vote while items are published and hidden', () => {
  it('rate every visible item exactly once before none is left', async () => {
    const app = await testApp()
    const owner = await quickVisitor(app)
    const pacer = await quickVisitor(app)
    const collection = changingCollection(app, owner.id)
    await collection.publish(100)
    let finished = false
    let change = Promise.withResolvers<void>()

    const rateOne = async (visitor: QuickVisitor, id: number, rated: Set<number>) => {
      const vote = await visitor.vote(id)
      if (vote.status === 404) return
      expect(vote.status, `${vote.text} for item ${id}`).toBe(201)
      rated.add(id)
    }
    const rateEverything = async (visitor: QuickVisitor, prefetches: boolean) => {
      const rated = new Set<number>()
      for (let upcoming: number | undefined; ; ) {
        const wasFinished = finished
        const before = new Map(collection.visible)
        const changed = change.promise
        const current = upcoming ?? (await visitor.next()).body.id
        upcoming = undefined
        if (current) {
          const [, next] = await Promise.all([
            rateOne(visitor, current, rated),
            prefetches ? visitor.next([current]) : undefined,
          ])
          upcoming = next?.body.id
          continue
        }
        const missed = [...before].filter(([id, stay]) => collection.visible.get(id) === stay && !rated.has(id))
        expect(missed).toEqual([])
        if (wasFinished) return rated
        await changed
      }
    }
    const changeEverything = async () => {
      for (let round = 0; round < 45; round++) {
        await collection.publish(1 + (round % 7))
        await collection.hide(3)
        if (round % 3 === 2) await collection.show(4)
        change.resolve()
        change = Promise.withResolvers()
        for (let n = 0; n < 5; n++) await pacer.next()
      }
      await collection.show(40)
      finished = true
      change.resolve()
    }

    const visitors = await quickVisitors(app, 8)
    const [, ...rated] = await Promise.all([
      changeEverything(),
      ...visitors.map((one, n) => rateEverything(one, n % 2 === 0)),
    ])
    for (const [n, visitor] of visitors.entries()) {
      const ids = rated[n] ?? new Set()
      expect([...collection.visible.keys()].filter((id) => !ids.has(id))).toEqual([])
      expect(await queryCount(app.deps.db, 'SELECT count(*) FROM votes WHERE user_id = $1', [visitor.id])).toBe(
        ids.size,
      )
      expectError(await visitor.next(), 404, 'none_left')
    }
    await expectExactCounts(app.deps.db)
  })
})
