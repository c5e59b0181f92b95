import { expect, test } from 'vitest'
import { adQuery } from './ads.api.ts'

test('caches an ad for five minutes', () => {
  const time = 5 * 60_000
  expect(adQuery('zone1')).toMatchObject({ staleTime: time, gcTime: time })
})
