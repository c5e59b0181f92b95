import { expect, test } from 'vitest'
import { keptAsRead } from './use-as-read.ts'

test('what was read before a change is kept for as long as the field is changed', () => {
  const first = { isEnabled: false, multiplier: 3 }
  const readAnew = { isEnabled: true, multiplier: 5 }
  expect(keptAsRead(first, readAnew, { isEnabled: false })).toEqual(readAnew)
  expect(keptAsRead(first, readAnew, { multiplier: true })).toEqual({ isEnabled: true, multiplier: 3 })
  expect(keptAsRead(first, readAnew, { isEnabled: true, multiplier: true })).toEqual(first)
})
