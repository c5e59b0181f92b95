import { expect, test } from 'vitest'
import { isSwipeBack } from './triggers.ts'

const swipe = ({ x = 50, right = 101, down = 0, ms = 499 }) =>
  isSwipeBack({ x, y: 300, time: 1000 }, { x: x + right, y: 300 + down, time: 1000 + ms })

test('recognizes a swipe back by its start, length and time', () => {
  expect(swipe({})).toBe(true)
  expect(swipe({ x: 0 })).toBe(true)
  expect(swipe({ x: 51 })).toBe(false)
  expect(swipe({ right: 100 })).toBe(false)
  expect(swipe({ right: -101 })).toBe(false)
  expect(swipe({ ms: 500 })).toBe(false)
})

test('requires a swipe back to be more horizontal than vertical', () => {
  expect(swipe({ right: 150, down: 149 })).toBe(true)
  expect(swipe({ right: 150, down: -149 })).toBe(true)
  expect(swipe({ right: 150, down: 150 })).toBe(false)
  expect(swipe({ right: 150, down: -151 })).toBe(false)
})
