import { expect, test } from 'vitest'
import { CallError } from '../../lib/net/call-error.ts'
import { nextItemQuery } from './rate.api.ts'

const exclusions = { always: [], ifPossible: [] }
const optionsOf = (waiting: boolean) => nextItemQuery({ userId: 1, turn: '1.1', waiting }, exclusions)

test('the item to follow is kept for 10 s, the one that is waited for not at all', () => {
  expect(optionsOf(false)).toMatchObject({ staleTime: 10_000, gcTime: 10_000 })
  expect(optionsOf(true)).toMatchObject({ staleTime: 0 })
})

test('a call that failed is repeated once, a refusal never', () => {
  const { retry } = optionsOf(true)
  if (typeof retry !== 'function') throw new Error('It says by what it depends')
  for (const error of [new CallError(503, '', ''), new TypeError('Failed to fetch')])
    expect([0, 1, 2].map((failures) => retry(failures, error))).toEqual([true, false, false])
  expect(retry(0, new CallError(404, '', ''))).toBe(false)
})

test('nobody is asked for an item before there is a visitor', () => {
  expect(nextItemQuery({ userId: undefined, turn: '1.1', waiting: true }, exclusions).enabled).toBe(false)
})
