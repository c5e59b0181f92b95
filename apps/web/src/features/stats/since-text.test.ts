import { expect, it } from 'vitest'
import { sinceText } from './since-text.ts'

const now = new Date(2026, 2, 18, 9, 30)
const at = (month: number, day: number, hour = 23) => new Date(2026, month - 1, day, hour, 5).toISOString()

it.each([
  [at(3, 18, 0), 'since 00:05'],
  [at(3, 17), 'since yesterday'],
  [at(3, 16), 'since Monday'],
  [at(3, 12), 'since Thursday'],
  [at(3, 11), 'since 11/Mar/2026'],
  [at(2, 17), 'since 17/Feb/2026'],
  [at(2, 16), 'in the last 30 days'],
  [at(1, 1), 'in the last 30 days'],
])('formats %s as "%s"', (since, text) => {
  expect(sinceText(since, now)).toBe(text)
})
