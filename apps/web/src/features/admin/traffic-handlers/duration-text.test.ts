import { expect, test } from 'vitest'
import { durationText } from './traffic-handlers.api.ts'

test.each([
  [300, '5 minutes'],
  [90, '1 minute 30 seconds'],
  [61, '1 minute 1 second'],
  [30, '30 seconds'],
  [0, '0 seconds'],
  [-5, '-5 seconds'],
  [-65, '-65 seconds'],
])('formats %i seconds as %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})
