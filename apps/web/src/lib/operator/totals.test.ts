import { expect, it } from 'vitest'
import { bucketSize } from './totals.ts'

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KB'],
  [1536, '1.5 KB'],
  [1024 * 1024 - 1, '1024.0 KB'],
  [1024 * 1024, '1.0 MB'],
  [5 * 1024 ** 3, '5120.0 MB'],
])('formats %d bytes as %s', (bytes, text) => {
  expect(bucketSize(bytes)).toBe(text)
})
