import { expect, test } from 'vitest'
import { adQuery } from './ads.api.ts'

test('an ad is kept for five minutes', () => {
  expect(adQuery('zone1')).toMatchObject({ staleTime: 5 * 60_000 })
})
