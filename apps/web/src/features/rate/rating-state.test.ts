import type { RatingItem } from '@hotvote/shared/visitor/rating'
import { expect, test } from 'vitest'
import type { RatingState } from './rating-state.ts'
import * as rating from './rating-state.ts'

const makeItem = (id: number): RatingItem => ({
  id,
  url: `/media/${id}.jpg`,
  displayUrl: `/media/${id}-display.webp`,
  srcset: null,
  thumbnailUrl: null,
  mimeType: 'image/jpeg',
  width: 3,
  height: 2,
  placeholder: null,
  backdrop: null,
  hasSound: null,
  uploadedBy: 'SunnyOtter42',
  userHasVoted: false,
  totalVotes: 3,
  hotPercentage: 67,
  notPercentage: 33,
})
const [one, two, three, four] = [makeItem(1), makeItem(2), makeItem(3), makeItem(4)]
const castOn = (item: RatingItem, castAt: number) => ({ userId: 1, item, isHot: true, castAt })
const [first, second, third] = [castOn(one, 1001), castOn(two, 1002), castOn(three, 1003)]
const full: RatingState = { ...rating.emptyRating, items: [one, two, three, four] }
const voted = rating.vote(rating.vote(full, first), second)
const tally = { totalVotes: 4, hotPercentage: 75, notPercentage: 25 }

test('moves the next item to the stage after a vote', () => {
  const state = rating.vote(full, first)
  expect(state).toMatchObject({ items: [two, three, four], leaving: [{ item: one, exit: 'hot' }] })
  expect(state.votes).toEqual([{ ...first, isCounted: false, after: null }])
})

test('excludes a skipped item from the next draw, and later only while others are left', () => {
  const waiting = rating.leave({ ...full, items: [one] }, 'skip')
  expect(rating.listExclusions(waiting, [9])).toEqual({ always: [9, 1], ifPossible: [1] })
  const onward = rating.add(waiting, two)
  expect(rating.listExclusions(onward, [])).toEqual({ always: [2], ifPossible: [1] })
  expect(rating.listExclusions(rating.refresh(waiting), [])).toEqual({ always: [], ifPossible: [] })
})

test('adds no item twice', () => {
  expect(rating.add(full, two).items).toEqual(full.items)
})

test('takes back the last two votes, but not a third', () => {
  const undone = rating.undo(voted, second)
  expect(undone).toMatchObject({ items: [two, three, four], votes: [{ castAt: 1001 }], undone: two })
  expect(rating.undo(undone, first)).toMatchObject({ items: [one, two, three, four], votes: [] })
  expect(rating.vote(voted, third).votes.map(({ castAt }) => castAt)).toEqual([1003, 1002])
})

test('returns the item of a failed vote unless the item is gone', () => {
  expect(rating.fail(voted, first, true)).toMatchObject({ items: [one, three, four], votes: [{ castAt: 1002 }] })
  expect(rating.fail(voted, second, false)).toMatchObject({ items: [three, four], votes: [{ castAt: 1001 }] })
})

test('adds the result to the vote', () => {
  const { votes } = rating.confirm(voted, first, tally)
  expect(votes).toMatchObject([
    { castAt: 1002, isCounted: false, after: null },
    { castAt: 1001, isCounted: true, after: tally },
  ])
})

test('removes the item of a vote whose undo failed', () => {
  expect(rating.cancelUndo(rating.undo(voted, second), second)).toMatchObject({ items: [three, four], undone: null })
})

test('makes an expired vote final', () => {
  expect(rating.expire(voted, second).votes).toMatchObject([{ castAt: 1002, isFinal: true }, { castAt: 1001 }])
  expect(rating.openScreen(voted, null, 1001).votes).toMatchObject([{ castAt: 1002 }])
})

test('puts a linked item first, unless the visitor owns it or voted on it', () => {
  expect(rating.openScreen(full, three, 0)).toMatchObject({ items: [three, one, two, four], openedId: 3 })
  for (const opened of [
    { ...three, isOwn: true },
    { ...three, userHasVoted: true },
  ])
    expect(rating.openScreen(full, opened, 0).items).toEqual(full.items)
})

test('stops after five items in a row that fail to load, until a retry', () => {
  const stopped = [1, 2, 3, 4, 5].reduce(rating.markBroken, full)
  expect(stopped).toMatchObject({ items: [], failures: 5, error: { name: 'NotShownError' } })
  expect(rating.retry(stopped)).toMatchObject({ failures: 4, broken: [] })
  expect(rating.settle({ ...full, failures: 4 }, one.id)).toMatchObject({ failures: 0, sight: 'settled' })
})

test('starts over for another visitor', () => {
  const ada = { id: 1, createdAt: '2026-11-01T10:00:00.000Z' }
  const entered = rating.enter(full, ada)
  expect(entered).toMatchObject({ visitor: ada, items: full.items })
  expect(rating.enter(entered, { ...ada })).toBe(entered)
  // After a server reset, another visitor may have an equal id.
  expect(rating.enter(entered, { ...ada, createdAt: '2026-11-02T10:00:00.000Z' }).items).toEqual([])
})

test('numbers items in the order of their time on the stage', () => {
  const state = rating.changeStage(full, rating.leave({ ...full, shown: [1] }, 'skip'))
  expect(state).toMatchObject({ shown: [1, 2], sight: 'none' })
  expect(rating.findPosition(state, 1)).toBe(1)
  expect(rating.findPosition(state, 2)).toBe(2)
})
