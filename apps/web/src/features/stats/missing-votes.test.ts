import { expect, test } from 'vitest'
import { needs } from './missing-votes.tsx'

test('says how many more votes a percentage needs', () => {
  expect(needs(12)).toBe('Needs 12 more votes')
  expect(needs(1)).toBe('Needs 1 more vote')
})
