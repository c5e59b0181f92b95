import type { RatingItem } from '@hotvote/shared/visitor/rating'
import { expect, it } from 'vitest'
import { call, expectError, quickVisitor } from '../../../test/app/call.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { newItems } from '../../../test/make/items.ts'

const app = await testApp()
const owner = await quickVisitor(app)
const items = await newItems(app, owner.id, 6)
const [one = 0, two = 0, ...others] = items

it('answers each simultaneous call for an item by its own caller and list', async () => {
  const [free, choosy, rater, done] = await Promise.all([0, 0, 0, 0].map(() => quickVisitor(app)))
  if (!free || !choosy || !rater || !done) throw new Error('There are no visitors')
  for (const id of [one, ...others]) expect((await rater.vote(id)).status).toBe(201)
  for (const id of items) expect((await done.vote(id)).status).toBe(201)
  const as = (id: number, cookie: string) => call<RatingItem>(app, `GET /api/media/random/${id}`, { cookie })

  const drawn = new Set<number>()
  for (let round = 0; round < 20; round++) {
    const [any, chosen, left, none, own, named, unknown] = await Promise.all([
      free.next(),
      choosy.next([two, ...others]),
      rater.next(),
      done.next(),
      owner.next(),
      as(free.id, choosy.cookie),
      as(free.id, 'sid=unknown'),
    ])
    drawn.add(any.body.id)
    expect([chosen.body.id, left.body.id]).toEqual([one, two])
    expectError(none, 404, 'none_left')
    expectError(own, 404, 'none_left')
    expectError(named, 403, 'not_yours')
    expectError(unknown, 401, 'no_session')
  }
  expect(items).toEqual(expect.arrayContaining([...drawn]))
  expect(drawn.size).toBeGreaterThan(1)
})
