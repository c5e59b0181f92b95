import { expect, test } from 'vitest'
import { createTransferRate } from './upload.api.ts'

test('measures the speed of the last seconds, after a start without a value', () => {
  const rate = createTransferRate()
  expect(rate(0, 0)).toBe(0)
  expect(rate(100, 50_000)).toBe(0)
  expect(rate(1000, 1_000_000)).toBe(1_000_000)
  expect(rate(4000, 1_600_000)).toBe(200_000)
  expect(rate(5000, 1_800_000)).toBe(200_000)
})
