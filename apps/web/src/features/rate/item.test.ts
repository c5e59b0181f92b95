import type { RatingItem } from '@hotvote/shared/visitor/rating'
import { expect, test } from 'vitest'
import { announceUndo, announceVote, aspectRatio, compareVote, describeItem, mediaKind, mediaName } from './item.ts'

const video = { mimeType: 'video/mp4', uploadedBy: 'SunnyOtter42' } as RatingItem

test.each([
  ['image/webp', 'image', 'Photo'],
  ['video/mp4', 'video', 'Video'],
  ['application/pdf', 'unknown', 'Photo'],
])('recognizes the type %j as %s and names it %s', (mimeType, kind, name) => {
  expect(mediaKind(mimeType)).toBe(kind)
  expect(mediaName(mimeType)).toBe(name)
})

test('falls back to 16:9 if the size is unknown', () => {
  expect(aspectRatio({ width: 300, height: 400 })).toBe(0.75)
  expect(aspectRatio({ width: 300, height: 0 })).toBeCloseTo(16 / 9, 10)
})

test('describes kind, position and uploader', () => {
  expect(describeItem({ ...video, mimeType: 'image/webp' }, 1200)).toBe('Photo 1,200, uploaded by SunnyOtter42')
  expect(announceUndo(video, 2)).toBe('Vote on video 2 undone.')
})

test('announces the result of a vote once it is known', () => {
  const after = { totalVotes: 1284, hotPercentage: 72, notPercentage: 28 }
  const vote = { userId: 1, castAt: 1, item: video, isHot: true, isCounted: true, after }
  const double = (votes: number) => 2 * votes
  expect(announceVote(vote, double)).toBe('You voted Hot. 72% hot, 28% not, 2,568 votes.')
  expect(announceVote({ ...vote, isHot: false, after: null }, double)).toBe('You voted Not.')
  expect(announceVote({ ...vote, isCounted: false, after: null }, double)).toBe('')
})

test.each([
  [true, 71, '71% agree'],
  [false, 71, '71% disagree'],
  [true, 50, '50% agree'],
])('compares a vote (hot: %s) at %i%% hot as "%s"', (isHot, hotPercentage, side) => {
  expect(compareVote(isHot, { totalVotes: 1284, hotPercentage, notPercentage: 100 - hotPercentage })).toBe(side)
  expect(compareVote(isHot, { totalVotes: 1, hotPercentage, notPercentage: 100 - hotPercentage })).toBe(
    "You're the first",
  )
})
