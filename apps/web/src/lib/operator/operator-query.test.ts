import { expect, test } from 'vitest'
import { POLL_MS, polled } from './operator-query.ts'

test('polls what was loaded, and leaves a failed first load to "Try again"', () => {
  expect(polled.refetchInterval({ state: { data: {} } })).toBe(POLL_MS)
  expect(polled.refetchInterval({ state: {} })).toBe(false)
})
