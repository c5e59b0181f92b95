import { expect, test } from 'vitest'
import { skipButtonQuery } from './skip-button.ts'

test('the skip button is kept for five minutes', () => {
  expect(skipButtonQuery).toMatchObject({ staleTime: 5 * 60_000 })
})
