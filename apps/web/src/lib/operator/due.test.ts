import { expect, it } from 'vitest'
import { formatAge, formatDue } from './due.ts'

const OPENED = '2026-11-20T00:00:00.000Z'
const DUE = '2026-11-22T00:00:00.000Z'
const at = (hours: number) => Date.parse(OPENED) + hours * 3_600_000

it.each([
  [0, '1 min', 'due in 48 h', false],
  [0.5, '30 min', 'due in 48 h', false],
  [1, '1 h', 'due in 47 h', false],
  [35.9, '35 h', 'due in 13 h', false],
  [43, '43 h', 'due in 5 h', true],
  [47.5, '47 h', 'due in 30 min', true],
  [48, '48 h', 'overdue by 1 min', false],
  [51.5, '51 h', 'overdue by 3 h', false],
  [72, '72 h', 'overdue by 24 h', false],
  [200, '8 d', 'overdue by 6 d', false],
])('formats the age and due date after %d hours as %s and %s', (hours, age, ...[text, isSoon]) => {
  expect(formatAge(OPENED, at(hours))).toBe(age)
  expect(formatDue(DUE, at(hours))).toEqual({ text, isSoon, isOverdue: hours >= 48 })
})

it('formats an age of one minute if the clock is behind', () => {
  expect(formatAge(OPENED, at(-5))).toBe('1 min')
})
