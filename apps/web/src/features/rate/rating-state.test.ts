import type { RatingItem } from '@hotvote/shared/rating'
import { expect, test } from 'vitest'
import { exclusionsOf, hasStopped, initialRating, type RatingAction, ratingReducer } from './rating-state.ts'

const item = (id: number): RatingItem => ({
  id,
  url: `/media/${id}.jpg`,
  displayUrl: `/media/${id}-display.webp`,
  thumbnailUrl: null,
  mimeType: 'image/jpeg',
  width: 3,
  height: 2,
  placeholder: null,
  uploadedBy: 'SunnyOtter42',
  userHasVoted: false,
  totalVotes: 3,
  hotPercentage: 67,
  notPercentage: 33,
})
const [one, two, three] = [item(1), item(2), item(3)]
const after = (...actions: RatingAction[]) => actions.reduce(ratingReducer, initialRating)
const arrive = { type: 'arrive', item: one } as const

test('a vote puts the prefetched item on the stage and asks for the one after it', () => {
  const state = after(arrive, { type: 'leave', exit: 'hot', prefetched: two })
  expect(state.current).toBe(two)
  expect(state.turn).toBe(2)
  expect(state.leaving).toEqual([{ item: one, exit: 'hot' }])
})

test('without a prefetched item the stage waits for the question that is under way', () => {
  const state = after(arrive, { type: 'leave', exit: 'not', prefetched: undefined })
  expect(state.current).toBeNull()
  expect(state.turn).toBe(1)
})

test('the next question leaves out the item on the stage and those whose vote is not confirmed', () => {
  const voted = after(arrive, { type: 'leave', exit: 'hot', prefetched: two })
  expect(exclusionsOf(voted, [])).toEqual({ always: [2, 1], ifPossible: [] })
  const confirmed = ratingReducer(voted, { type: 'confirm', id: 1, after: null })
  expect(exclusionsOf(confirmed, [])).toEqual({ always: [2], ifPossible: [] })
})

test('a skipped item never follows itself, and otherwise only when nothing else is left', () => {
  const waiting = after(arrive, { type: 'leave', exit: 'skip', prefetched: undefined })
  expect(exclusionsOf(waiting, []).always).toEqual([1])
  const onward = ratingReducer(waiting, { type: 'arrive', item: two })
  expect(exclusionsOf(onward, [])).toEqual({ always: [2], ifPossible: [1] })
  expect(exclusionsOf(ratingReducer(waiting, { type: 'refresh' }), [])).toEqual({ always: [], ifPossible: [] })
})

test('an item whose vote failed comes back, and the one it finds on the stage follows it', () => {
  const failed = after(
    arrive,
    { type: 'leave', exit: 'hot', prefetched: two },
    { type: 'fail', item: one, comesBack: true },
  )
  expect(failed).toMatchObject({ current: one, ahead: [two], leaving: [], unconfirmed: [], lastVote: null })
  const again = ratingReducer(failed, { type: 'leave', exit: 'not', prefetched: three })
  expect(again).toMatchObject({ current: two, ahead: [], turn: failed.turn })
})

test('an item that may not be voted on does not come back', () => {
  const state = after(
    arrive,
    { type: 'leave', exit: 'hot', prefetched: two },
    { type: 'fail', item: one, comesBack: false },
  )
  expect(state).toMatchObject({ current: two, unconfirmed: [], lastVote: null })
})

test('the result of an older vote does not replace that of the latest', () => {
  const tally = { totalVotes: 4, hotPercentage: 75, notPercentage: 25 }
  const state = after(
    arrive,
    { type: 'leave', exit: 'hot', prefetched: two },
    { type: 'leave', exit: 'not', prefetched: three },
    { type: 'confirm', id: 1, after: tally },
  )
  expect(state.lastVote).toMatchObject({ item: two, isCounted: false, after: null })
})

test('what is new on the stage has to be seen before it settles, one that came back too', () => {
  const see = { type: 'see', id: 1 } as const
  const settle = { type: 'settle', id: 1 } as const
  expect(after(arrive, see)).toMatchObject({ sight: 'first' })
  const settled = after(arrive, see, settle)
  expect(settled).toMatchObject({ sight: 'settled' })
  const next = ratingReducer(settled, { type: 'leave', exit: 'hot', prefetched: two })
  // A late word about the one before it changes nothing.
  for (const state of [next, ratingReducer(next, see), ratingReducer(next, settle)]) expect(state.sight).toBe('none')
  expect(ratingReducer(next, { type: 'fail', item: one, comesBack: true })).toMatchObject({
    current: one,
    sight: 'none',
  })
})

test('after five in a row that could not be loaded nothing is asked for, until a refresh', () => {
  const fails = (id: number, prefetched?: RatingItem) => ({ type: 'break', id, prefetched }) as const
  const four = after(arrive, fails(2, two), fails(3, three), fails(2, two), fails(1, three))
  expect(four).toMatchObject({ current: three, turn: 5 })
  expect(hasStopped(four)).toBe(false)
  const five = ratingReducer(four, fails(3, two))
  expect(hasStopped(five)).toBe(true)
  for (const state of [five, ratingReducer(five, { type: 'ask again' }), ratingReducer(five, arrive)])
    expect(state).toMatchObject({ current: null, turn: 5 })
  expect(hasStopped(ratingReducer(five, { type: 'refresh' }))).toBe(false)
  const seen = [{ type: 'see', id: 3 } as const, { type: 'settle', id: 3 } as const].reduce(ratingReducer, four)
  expect(hasStopped(ratingReducer(seen, fails(3, two)))).toBe(false)
})
