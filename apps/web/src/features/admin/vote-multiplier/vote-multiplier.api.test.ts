import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { voteMultiplierQuery } from './vote-multiplier.api.ts'

test('what cannot be fetched is thrown in the specified words', async () => {
  // Without a page there is no server to ask.
  await expect(new QueryClient().fetchQuery(voteMultiplierQuery)).rejects.toThrow(
    /^Failed to fetch vote multiplier configuration$/,
  )
})
