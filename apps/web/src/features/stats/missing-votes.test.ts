import { expect, test } from 'vitest'
import { needs } from './missing-votes.tsx'

const times = (multiplier: number) => (votes: number) => Math.round(votes * multiplier)

test('votes that are missing are shown as the others are, and never as none', () => {
  expect(needs(12)).toBe('Needs 12 more votes')
  expect(needs(12, times(2.5))).toBe('Needs 30 more votes')
  expect(needs(4, times(0.1))).toBe('Needs 1 more vote')
})
