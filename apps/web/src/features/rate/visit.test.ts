import { expect, test } from 'vitest'
import { enter, isFirstView, isLeftOut, markReported, positionOf } from './visit.ts'

const ADA = { id: 1, createdAt: '2026-11-01T10:00:00.000Z' }

test('a visit goes on for the same visitor; whoever takes their place begins one of their own', () => {
  // What was there before it is known who is here is part of the visit.
  expect(positionOf(7)).toBe(1)
  enter(ADA)
  expect(isFirstView(7)).toBe(true)
  markReported(8)
  enter({ ...ADA })
  expect(positionOf(9)).toBe(2)
  expect(isFirstView(7)).toBe(false)
  expect(isLeftOut(8)).toBe(true)

  // After a reset of the server, somebody else has the same number.
  enter({ ...ADA, createdAt: '2026-11-02T10:00:00.000Z' })
  expect(positionOf(9)).toBe(1)
  expect(isFirstView(7)).toBe(true)
  expect(isLeftOut(8)).toBe(false)
})
