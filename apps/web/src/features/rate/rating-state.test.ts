import type { RatingItem } from '@hotvote/shared/rating'
import { expect, test } from 'vitest'
import type { CastVote } from './rate.api.ts'
import { ratingItem } from './rating-item.fixture.ts'
import { exclusionsOf, hasStopped, initialRating, type RatingAction, ratingReducer } from './rating-state.ts'

const [one, two, three] = [ratingItem(1), ratingItem(2), ratingItem(3)]
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

test('what was looked for while there was nothing comes no more once the loop has gone on', () => {
  const looked = { type: 'arrive', item: one, turn: initialRating.turn } as const
  expect(after(looked)).toMatchObject({ current: one, turn: 1 })
  // Asked for by the visitor, too, and voted on.
  const voted = after({ type: 'refresh' }, arrive, { type: 'leave', exit: 'hot', prefetched: undefined })
  expect(ratingReducer(voted, looked)).toEqual(voted)
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

test('a vote that fails for the visitor of before brings nothing to the next one', () => {
  const next = after(arrive, { type: 'leave', exit: 'hot', prefetched: two }, { type: 'begin' })
  const arrived = ratingReducer(next, { type: 'arrive', item: three })
  expect(ratingReducer(arrived, { type: 'fail', item: one, comesBack: true })).toEqual(arrived)
})

test('on the screen of an opened item one whose vote failed waits behind it', () => {
  const opened = { ...after(arrive, { type: 'leave', exit: 'hot', prefetched: two }), openedId: 2 }
  const failed = { type: 'fail', item: one, comesBack: true } as const
  expect(ratingReducer(opened, failed)).toMatchObject({ current: two, ahead: [one], unconfirmed: [] })
  expect(ratingReducer({ ...opened, openedId: 1 }, failed)).toMatchObject({ current: one, ahead: [two] })
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

const vote = (of: RatingItem): CastVote => ({
  userId: 1,
  item: of,
  isHot: true,
  castAt: 0,
  undo: new AbortController(),
  sent: Promise.resolve(null),
})
const casts = [vote(one), vote(two), vote(three)] as const
const voted = after(
  arrive,
  { type: 'leave', exit: 'hot', prefetched: two, cast: casts[0] },
  { type: 'leave', exit: 'hot', prefetched: three, cast: casts[1] },
)

test('the last vote is taken back, and then the one before it, but no third one', () => {
  const undone = ratingReducer(voted, { type: 'undo', cast: casts[1] })
  expect(undone).toMatchObject({
    current: two,
    ahead: [three],
    unconfirmed: [1],
    lastVote: { item: one, isOld: true },
    undone: two,
  })
  expect(undone.turn).toBeGreaterThan(voted.turn)
  expect(exclusionsOf(undone, [])).toEqual({ always: [2, 3, 1], ifPossible: [] })
  const both = ratingReducer(undone, { type: 'undo', cast: casts[0] })
  expect(both).toMatchObject({ current: one, ahead: [two, three], unconfirmed: [], lastVote: null, voteBefore: null })
  for (const cast of casts) expect(ratingReducer(both, { type: 'undo', cast })).toEqual(both)
  // A second press of the key is about the same vote.
  expect(ratingReducer(undone, { type: 'undo', cast: casts[1] })).toEqual(undone)
  const third = ratingReducer(voted, { type: 'leave', exit: 'hot', prefetched: ratingItem(4), cast: casts[2] })
  const most = casts.toReversed().reduce((state, cast) => ratingReducer(state, { type: 'undo', cast }), third)
  expect(most).toMatchObject({ current: two, ahead: [three, ratingItem(4)] })
})

test('a vote that could not be taken back stands, and its item makes room for the one behind it', () => {
  const undone = ratingReducer(voted, { type: 'undo', cast: casts[1] })
  const keeps = (stands: 'for good' | 'for now' | undefined) =>
    ratingReducer(undone, { type: 'keep', cast: casts[1], stands })
  expect(keeps('for good')).toMatchObject({ current: three, ahead: [], undone: null })
  expect(keeps('for good').lastVote).toEqual({ item: two, isHot: true, isCounted: true, after: null, isOld: true })
  expect(keeps('for now').lastVote?.cast).toBe(casts[1])
  expect(keeps(undefined).lastVote?.item).toBe(one)
  // Where one has voted again meanwhile, it is not the last one.
  const again = ratingReducer(undone, { type: 'leave', exit: 'not', prefetched: undefined })
  expect(ratingReducer(again, { type: 'keep', cast: casts[1], stands: 'for good' })).toMatchObject({
    current: three,
    lastVote: { isHot: false },
  })
})

test('a vote that is the last one again is an old one, however it came to that', () => {
  expect(voted.lastVote?.isOld).toBeUndefined()
  const failed = ratingReducer(voted, { type: 'fail', item: two, comesBack: true })
  const undone = ratingReducer(voted, { type: 'undo', cast: casts[1] })
  const skipped = ratingReducer(undone, { type: 'leave', exit: 'skip', prefetched: undefined })
  const broken = ratingReducer(undone, { type: 'break', id: 2, prefetched: undefined })
  const kept = ratingReducer(undone, { type: 'keep', cast: casts[1], stands: undefined })
  for (const state of [failed, skipped, broken, kept])
    expect(state).toMatchObject({ undone: null, lastVote: { item: one, isOld: true } })
  const again = ratingReducer(failed, { type: 'leave', exit: 'not', prefetched: undefined })
  expect(again.lastVote).toMatchObject({ item: two, isHot: false })
  expect(again.lastVote?.isOld).toBeUndefined()
})

test('after its time a vote stays the last one, and cannot be taken back', () => {
  const late = ratingReducer(voted, { type: 'expire', cast: casts[1] })
  expect(late.lastVote).toMatchObject({ item: two, cast: undefined })
  expect(ratingReducer(voted, { type: 'expire', cast: casts[0] })).toEqual(voted)
})
