import { expect, test } from 'vitest'
import { NONE_CHOSEN, retained, toggled, withTicked } from './list-selection.ts'

const ALL = { ids: new Set([1, 2, 3]), isAll: true }
const some = (...ids: number[]) => ({ ids: new Set(ids), isAll: false })

test('one more or less; one that is taken out of all leaves what is loaded', () => {
  expect(toggled(some(1), 2, [1, 2, 3])).toEqual(some(1, 2))
  expect(toggled(some(1, 2), 2, [1, 2, 3])).toEqual(some(1))
  expect(toggled(ALL, 2, [1, 2, 3])).toEqual(some(1, 3))
  expect(withTicked(some(1), [2, 3], true)).toEqual(some(1, 2, 3))
  expect(withTicked(some(1, 2, 3), [2, 3], false)).toEqual(some(1))
})

test('all that match stays selected for as long as any of what is loaded is', () => {
  expect(retained(ALL, () => true)).toBe(ALL)
  expect(retained(ALL, (id) => id !== 2)).toEqual({ ids: new Set([1, 3]), isAll: true })
})

test('where all of it is gone, what is ticked next is meant alone', () => {
  const left = retained(ALL, () => false)
  expect(left).toEqual(NONE_CHOSEN)
  expect(toggled(left, 5, [4, 5, 6])).toEqual(some(5))
  expect(toggled(withTicked(ALL, [1, 2, 3], false), 5, [4, 5, 6])).toEqual(some(5))
})
