import { describe, expect, it } from 'vitest'
import { quickVisitor } from '../../../test/call.ts'
import { newItems } from '../../../test/items.ts'
import { testApp } from '../../../test/test-app.ts'

const ITEMS = 1000
const PICKS = 6_000
const BUCKETS = 100
/** A uniform choice stays below with a probability of 1 - 10⁻⁹ (99 degrees of freedom); biased designs reach thousands. */
const BOUND = 210

const app = await testApp()
const owner = await quickVisitor(app)
const visitor = await quickVisitor(app)
const ids = await newItems(app, owner.id, ITEMS)

/** How often each item is drawn by a visitor who draws `PICKS` times and rates none. */
const draw = async () => {
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

/** Chi-square over equal buckets of neighbours. */
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
  it('is even', async () => {
    const drawn = await draw()
    expect(unevenness(ids, drawn)).toBeLessThan(BOUND)
    expect(drawn.size).toBeGreaterThan(ITEMS * 0.98)
  })

  it('stays even when 60 % of the items are gone, most of them in one block', async () => {
    const gone = new Set([...ids.slice(200, 700), ...ids.filter((_, n) => (n < 200 || n >= 700) && n % 5 === 0)])
    await app.deps.db.query({ text: 'UPDATE media SET position = NULL WHERE id = ANY($1::bigint[])' }, [[...gone]])
    const visible = ids.filter((id) => !gone.has(id))
    expect(visible).toHaveLength(400)
    const drawn = await draw()
    expect(unevenness(visible, drawn)).toBeLessThan(BOUND)
    expect([...drawn.keys()].filter((id) => gone.has(id))).toEqual([])
  })
})
