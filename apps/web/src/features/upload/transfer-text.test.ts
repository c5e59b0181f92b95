import { expect, test } from 'vitest'
import { speedText, timeLeftText } from './upload.api.ts'

test('formats a speed in MB, or in KB below one', () => {
  expect(speedText(1.25 * 1024 * 1024)).toBe('1.3 MB/s')
  expect(speedText(340 * 1024)).toBe('340 KB/s')
})

test('rounds the time left up, and omits it while the speed is unknown', () => {
  expect(timeLeftText(1_500, 1_000)).toBe('2 s left')
  expect(timeLeftText(90_000, 1_000)).toBe('2 min left')
  expect(timeLeftText(90_000, 0)).toBe('')
  expect(timeLeftText(0, 1_000)).toBe('')
})
