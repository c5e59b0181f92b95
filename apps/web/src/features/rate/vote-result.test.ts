import { expect, test } from 'vitest'
import { tallyBetween } from './vote-result.tsx'

const before = { totalVotes: 3, hotPercentage: 33, notPercentage: 67 }
const after = { totalVotes: 4, hotPercentage: 50, notPercentage: 50 }

test('a result begins with what it was before, ends with what it is, and adds up to 100 on its way', () => {
  expect(tallyBetween(before, after, 0)).toEqual(before)
  expect(tallyBetween(before, after, 1)).toEqual(after)
  const hot = [0, 0.1, 0.2, 0.5, 0.8, 0.99].map((done) => {
    const { hotPercentage, notPercentage } = tallyBetween(before, after, done)
    expect(hotPercentage + notPercentage).toBe(100)
    return hotPercentage
  })
  expect(hot).toEqual(hot.toSorted((a, b) => a - b))
})

test('the first vote counts up from nothing', () => {
  const none = { totalVotes: 0, hotPercentage: 0, notPercentage: 0 }
  const one = { totalVotes: 1, hotPercentage: 0, notPercentage: 100 }
  expect(tallyBetween(none, one, 0)).toEqual(none)
  expect(tallyBetween(none, one, 0.5)).toEqual({ totalVotes: 1, hotPercentage: 0, notPercentage: 88 })
})
