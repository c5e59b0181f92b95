import { describe, expect, it } from 'vitest'
import { expectError, type QuickVisitor, quickVisitor, quickVisitors } from '../../../test/call.ts'
import { countOf, expectExactCounts } from '../../../test/counts.ts'
import { newItems } from '../../../test/items.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'

const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b)

/** Rates what comes until none is left; the ids in the order in which they came. */
const rateAll = async (visitor: QuickVisitor) => {
  const seen: number[] = []
  for (;;) {
    const next = await visitor.next()
    if (next.status !== 200) {
      expectError(next, 404, 'none_left')
      return seen
    }
    seen.push(next.body.id)
    const vote = await visitor.vote(next.body.id)
    expect(vote.status, vote.text).toBe(201)
  }
}

describe('50 visitors who rate 40 items at the same time', () => {
  it('each see every item of others exactly once, and then what is new', async () => {
    const app = await testApp()
    const visitors = await quickVisitors(app, 50)
    const owners = visitors.slice(0, 5)
    const items = new Map<number, number[]>()
    for (const { id } of owners) items.set(id, await newItems(app, id, 8))
    const everything = [...items.values()].flat()

    const expectedFor = ({ id }: QuickVisitor) => sorted(everything.filter((item) => !items.get(id)?.includes(item)))
    const seen = await Promise.all(visitors.map(rateAll))
    for (const [n, visitor] of visitors.entries()) expect(sorted(seen[n] ?? [])).toEqual(expectedFor(visitor))
    expect(await countOf(app.deps.db, 'SELECT count(*) FROM votes')).toBe(50 * 40 - 40)
    await expectExactCounts(app.deps.db)

    const [first] = owners
    const [late = 0] = await newItems(app, first?.id ?? 0, 1)
    const after = await Promise.all(visitors.map(rateAll))
    for (const [n, visitor] of visitors.entries()) expect(after[n]).toEqual(visitor.id === first?.id ? [] : [late])
    await expectExactCounts(app.deps.db)
  })
})

describe('an item that is left out', () => {
  it('is not lost when it is the only one, asked for however often', async () => {
    const app = await testApp()
    const owner = await quickVisitor(app)
    const visitor = await quickVisitor(app)
    const [only = 0] = await newItems(app, owner.id, 1)
    for (let round = 0; round < 3; round++) {
      expectError(await visitor.next([only]), 404, 'none_left')
      expect((await visitor.next()).body.id).toBe(only)
    }
  })

  it.each([5, 40, 400])('is not lost among %i rated ones either', async (count) => {
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

  it('stays with a visitor who skips it for ever', async () => {
    const app = await testApp()
    const owner = await quickVisitor(app)
    const visitor = await quickVisitor(app)
    const ids = await newItems(app, owner.id, 3)
    const drawn = new Set<number>()
    for (let n = 0; n < 200; n++) drawn.add((await visitor.next()).body.id)
    expect(sorted(drawn)).toEqual(sorted(ids))
  })
})

/** Rates every visible item of others but those in `left`, as years of voting would have. */
const rateBySql = async ({ deps }: TestApp, { id }: QuickVisitor, left: number[]) => {
  const BATCH = 10_000
  for (let from = 0; ; from += BATCH) {
    const rows = await deps.db.query(
      {
        text: `
WITH batch AS (
  SELECT id FROM media WHERE position > $3 AND position <= $4 AND owner_id <> $1 AND NOT id = ANY($2::bigint[])
), voted AS (INSERT INTO votes (user_id, media_id, is_hot) SELECT $1, id, true FROM batch RETURNING media_id),
counted AS (UPDATE users SET votes_cast = votes_cast + (SELECT count(*) FROM voted) WHERE id = $1)
SELECT 1 FROM catalog WHERE last_position > $4`,
      },
      [id, left, from, from + BATCH],
    )
    if (rows.length === 0) return
  }
}

describe('a large collection of which nearly everything is rated', () => {
  it('gives each of the few that are left once, and knows then that none is left', async () => {
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

  it('finds the one that is left wherever it stands', async () => {
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

/** A collection that changes, and what an outsider may expect of it: an item counts as visible from the answer to the
 * change on, and no longer once its hiding was asked for. Each stay is a mark of its own. */
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
UPDATE media SET position = top.base + n FROM top, unnest($1::bigint[]) WITH ORDINALITY AS shown (id, n)
WHERE media.id = shown.id`,
        ids,
      )
      for (const id of ids) visible.set(id, Symbol())
    },
  }
}

describe('visitors who vote while items are published, hidden and shown again', () => {
  it('each rate every visible item exactly once, and hear that none is left only when it is true', async () => {
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
    /** As the page does: the next item is asked for, without the current one, while the vote is on its way. */
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
      expect(await countOf(app.deps.db, 'SELECT count(*) FROM votes WHERE user_id = $1', [visitor.id])).toBe(ids.size)
      expectError(await visitor.next(), 404, 'none_left')
    }
    await expectExactCounts(app.deps.db)
  })
})
