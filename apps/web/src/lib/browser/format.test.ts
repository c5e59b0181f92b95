import { expect, test } from 'vitest'
import { date, fileSize, megabytes } from './format.ts'

test('formats sizes in megabytes with one decimal', () => {
  expect(megabytes(1_363_149)).toBe('1.3 MB')
  expect([0, 1, 52_428, 52_429, 20 * 1024 ** 2].map(megabytes)).toEqual([
    ...['0.0 MB', '<0.1 MB', '<0.1 MB', '0.1 MB', '20.0 MB'],
  ])
})

test('formats sizes for the operator in a fitting unit with two decimals', () => {
  expect([0, 1023, 1024, 12_700, 1_400_000, 3 * 1024 ** 3, 5 * 1024 ** 4].map(fileSize)).toEqual([
    ...['0 Bytes', '1023 Bytes', '1.00 KB', '12.40 KB', '1.34 MB', '3.00 GB', '5120.00 GB'],
  ])
})

test('formats days with two digits and months with three letters', () => {
  expect(date('2026-03-07T12:00:00.000Z')).toBe('07/Mar/2026')
  expect(date('2026-11-30T12:00:00.000Z')).toBe('30/Nov/2026')
  const months = Array.from({ length: 12 }, (_, month) => date(new Date(2026, month, 7).toISOString()).slice(3, -5))
  expect(months.join(' ')).toBe('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec')
})
