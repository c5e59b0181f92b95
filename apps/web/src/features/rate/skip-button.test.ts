import { expect, test } from 'vitest'
import { skipButtonQuery } from './skip-button.ts'

test('the skip button is kept for five minutes', () => {
  const time = 5 * 60_000
  expect(skipButtonQuery).toMatchObject({ staleTime: time, gcTime: time })
})
