import { describe, expect, it } from 'vitest'
import { type QuickVisitor, quickVisitor } from '../app/call.ts'
import { SOON } from '../app/soon.ts'
import { testApp } from '../app/test-app.ts'
import { newItems, rateBySql } from '../make/items.ts'

const ITEMS = 1000
const PICKS = 6_000
const BUCKETS = 100
/** Uniform draws stay below this with probability 1 - 10⁻⁹ (99 degrees of freedom). Biased designs reach thousands. */
const BOUND = 210

const app = await testApp()
const owner = await quickVisitor(app)
const visitor = await quickVisitor(app)
const ids = await newItems(app, owner.id, ITEMS)
let visible = ids

/** Counts how often each item is drawn in `PICKS` draws without rating. */
const draw = async (visitor: QuickVisitor) => {
  const drawn = new Map<number, number>()
  let left = PICKS
  const drawer = async () => {
    while (left-- > 0) {
      const { id } = (await visitor.next()).body
      drawn.set(id, (drawn.get(id) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 16 }, drawer))
  return drawn
}

/** Chi-square statistic over equal groups of neighbouring items. */
const unevenness = (among: number[], drawn: Map<number, number>) => {
  const size = among.length / BUCKETS
  const expected = PICKS / BUCKETS
  let sum = 0
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const inside = among.slice(bucket * size, (bucket + 1) * size)
    const count = inside.reduce((total, id) => total + (drawn.get(id) ?? 0), 0)
    sum += (count - expected) ** 2 / expected
  }
  return sum
}

describe('the choice of the next item', () => {
  it('is even among all items', async () => {
    const drawn = await draw(visitor)
    expect(unevenness(ids, drawn)).toBeLessThan(BOUND)
    expect(drawn.size).toBeGreaterThan(ITEMS * 0.98)
  })

  it('is even after 60 % of the items were removed, most of them in one block', async () => {
    const gone = new Set([...ids.slice(200, 700), ...ids.filter((_, n) => (n < 200 || n >= 700) && n % 5 === 0)])
    await app.deps.db.query({ text: 'UPDATE media SET position = NULL WHERE id = ANY($1::bigint[])' }, [[...gone]])
    visible = ids.filter((id) => !gone.has(id))
    expect(visible).toHaveLength(400)
    const drawn = await draw(visitor)
    expect(unevenness(visible, drawn)).toBeLessThan(BOUND)
    expect([...drawn.keys()].filter((id) => gone.has(id))).toEqual([])
  })

  it('is even among old and new items', async () => {
    const added = await newItems(app, owner.id, visible.length)
    await expect.poll(async () => added.includes((await visitor.next()).body.id), SOON).toBe(true)
    const drawn = await draw(visitor)
    expect(unevenness([...visible, ...added], drawn)).toBeLessThan(BOUND)
  })

  it("is even among the remaining tenth of a visitor's items", async () => {
    const busy = await quickVisitor(app)
    const left = visible.filter((_, n) => n % 4 === 3)
    await rateBySql(app, busy, left)
    const drawn = await draw(busy)
    expect(unevenness(left, drawn)).toBeLessThan(BOUND)
    expect(drawn.size).toBe(left.length)
  })
})
