import { expect, test } from 'vitest'
import { voteMultiplierQuery } from './vote-multiplier.ts'

test('caches the multiplier for thirty minutes', () => {
  expect(voteMultiplierQuery).toMatchObject({ staleTime: 30 * 60_000, gcTime: 30 * 60_000 })
})
