import { expect, test } from 'vitest'
import { CallError } from '../../lib/api/call-error.ts'
import { nextItemQuery } from './rate.api.ts'

const describeQuery = (waiting: boolean) =>
  nextItemQuery({ userId: 1, turn: 1, waiting, exclusions: () => ({ always: [], ifPossible: [] }) })

test('caches a prefetched item for 10 s, but not an awaited item', () => {
  expect(describeQuery(false)).toMatchObject({ staleTime: 10_000, gcTime: 10_000 })
  expect(describeQuery(true)).toMatchObject({ staleTime: 0 })
})

test('repeats a failed call once, but never a refused call', () => {
  const { retry } = describeQuery(true)
  if (typeof retry !== 'function') throw new Error('Expected a function')
  for (const error of [new CallError(503, '', ''), new TypeError('Failed to fetch')])
    expect([0, 1, 2].map((failures) => retry(failures, error))).toEqual([true, false, false])
  expect(retry(0, new CallError(404, '', ''))).toBe(false)
})
