import { expect, test } from 'vitest'
import { heldBy, withOpened } from './opened-item.ts'
import type { CastVote } from './rate.api.ts'
import { ratingItem } from './rating-item.fixture.ts'
import { initialRating, type LastVote, type RatingAction, ratingReducer } from './rating-state.ts'

const [one, two, three] = [ratingItem(1), ratingItem(2), ratingItem(3)]
const before = { ...initialRating, current: one, ahead: [two] }
const nothing = { current: one, next: two, lastVote: null, isOpenedUndone: false }

test('the opened item comes before what was on the stage, and is there once', () => {
  expect(withOpened(before, three)).toMatchObject({ current: three, ahead: [one, two] })
  expect(withOpened(before, two)).toMatchObject({ current: two, ahead: [one] })
  expect(withOpened(before, one)).toMatchObject({ current: one, ahead: [two] })
})

test('what may not be voted on is not put among what may', () => {
  const openedThree = { ...before, openedId: three.id }
  expect(withOpened(before, { ...three, isOwn: true })).toEqual(openedThree)
  expect(withOpened(before, { ...three, userHasVoted: true })).toEqual(openedThree)
  expect(withOpened(before, null)).toEqual(before)
})

test('it stays once there is a vote on it, with the totals after it and what follows beneath', () => {
  expect(heldBy(three, nothing)).toBeNull()
  const vote: LastVote = { item: three, isHot: true, isCounted: false, after: null }
  expect(heldBy(three, { ...nothing, lastVote: vote })).toMatchObject({
    current: three,
    tally: null,
    next: one,
    lastVote: vote,
  })
  const after = { totalVotes: 4, hotPercentage: 75, notPercentage: 25 }
  expect(heldBy(three, { ...nothing, lastVote: { ...vote, after } })).toMatchObject({ current: three, tally: after })
  expect(heldBy(three, { ...nothing, lastVote: { ...vote, item: two } })).toBeNull()
  expect(heldBy(three, { ...nothing, current: null })).toBeNull()
})

test('a vote of before is told, and of one’s own item that there is none', () => {
  const voted = { ...three, userHasVoted: true, votedHot: false }
  expect(heldBy(voted, nothing)?.lastVote).toMatchObject({ isHot: false, isCounted: true, after: voted, isOld: true })
  expect(heldBy(voted, nothing)?.tally).toBe(voted)
  expect(heldBy({ ...three, isOwn: true, votedHot: null }, nothing)).toMatchObject({ tally: three, lastVote: null })
  expect(heldBy(null, nothing)).toBeNull()
})

test('a vote of before that was taken back on its screen is told no more, whatever comes after', () => {
  const voted = { ...three, userHasVoted: true, votedHot: false, totalVotes: 4 }
  const cast: CastVote = {
    userId: 1,
    item: three,
    isHot: false,
    castAt: 0,
    undo: new AbortController(),
    sent: Promise.resolve(null),
  }
  const lastVote: LastVote = { item: three, isHot: false, isCounted: true, after: null, cast, isOld: true }
  const after = (...actions: RatingAction[]) => {
    const state = actions.reduce(ratingReducer, withOpened({ ...before, lastVote }, voted))
    return heldBy(voted, { ...state, next: undefined })
  }
  const undo = { type: 'undo', cast } as const
  const leave = (exit: 'hot' | 'skip') => ({ type: 'leave', exit, prefetched: undefined }) as const
  expect(after()?.lastVote).toMatchObject({ isHot: false })
  expect(after(undo)).toBeNull()
  expect(after(undo, leave('skip'))).toBeNull()
  expect(after(undo, { type: 'break', id: three.id, prefetched: undefined })).toBeNull()
  // Another vote is told with its own totals, and no vote where it fails.
  expect(after(undo, leave('hot'))).toMatchObject({ lastVote: { isHot: true }, tally: null })
  expect(after(undo, leave('hot'), { type: 'fail', item: three, comesBack: true })).toBeNull()
  // It stands where it could not be taken back.
  const keep = { type: 'keep', cast, stands: 'for good' } as const
  expect(after(undo, keep)).toMatchObject({ lastVote: { isHot: false }, tally: voted })
  expect(after(undo, leave('skip'), keep)).toMatchObject({ lastVote: { isHot: false }, tally: voted })
})
