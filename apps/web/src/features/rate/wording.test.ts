import type { RatingItem } from '@hotvote/shared/rating'
import { expect, test } from 'vitest'
import { altOf, resultOf, sideOf, undoneOf } from './wording.ts'

const video = { mimeType: 'video/mp4', uploadedBy: 'SunnyOtter42' } as RatingItem

test('the alternative text says kind, position and uploader', () => {
  expect(altOf(video, 1)).toBe('Video 1 of many, uploaded by SunnyOtter42')
  expect(altOf({ ...video, mimeType: 'image/webp' }, 1200)).toBe('Photo 1,200 of many, uploaded by SunnyOtter42')
})

test('an undo names its item, so that a second one sounds different', () => {
  expect(undoneOf(video, 2)).toBe('Your vote on Video 2 is taken back.')
})

test('the result of a vote is read out in full once it is known', () => {
  const after = { totalVotes: 1284, hotPercentage: 72, notPercentage: 28 }
  const vote = { item: video, isHot: true, isCounted: true, after }
  const asTheyAre = (votes: number) => votes
  expect(resultOf(vote, asTheyAre)).toBe('You voted Hot. 72% hot, 28% not, 1,284 votes.')
  expect(resultOf(vote, (votes) => 2 * votes)).toBe('You voted Hot. 72% hot, 28% not, 2,568 votes.')
  expect(resultOf({ ...vote, isHot: false, after: null }, asTheyAre)).toBe('You voted Not.')
  expect(resultOf({ ...vote, isCounted: false, after: null }, asTheyAre)).toBe('')
  expect(resultOf({ ...vote, isOld: true }, asTheyAre)).toBe('')
})

test.each([
  [true, 71, 'with 71%'],
  [false, 29, 'with 71%'],
  [true, 29, 'against 71%'],
  [false, 71, 'against 71%'],
  [true, 50, 'with 50%'],
  [true, 100, 'with 100%'],
])('a vote (hot: %s) where %i%% are hot is %s', (isHot, hotPercentage, side) => {
  expect(sideOf(isHot, { totalVotes: 1284, hotPercentage, notPercentage: 100 - hotPercentage })).toBe(side)
})

test('the first vote is with and against nobody', () => {
  expect(sideOf(false, { totalVotes: 1, hotPercentage: 0, notPercentage: 100 })).toBe('as the first')
})
