import { expect, test } from 'vitest'
import { CallError } from '../../lib/net/call-error.ts'
import { nextItemQuery, standsAfter } from './rate.api.ts'

const exclusions = () => ({ always: [], ifPossible: [] })
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

test('a refused undo says that a vote stands only where it was known to be counted, or is too old', async () => {
  const tally = { totalVotes: 1, hotPercentage: 100, notPercentage: 0 }
  const counted = { sent: Promise.resolve(tally) }
  const unknown = { sent: Promise.resolve(null) }
  const refusal = (code?: string) => new CallError(429, '', JSON.stringify({ code, message: 'No.' }))
  expect(await standsAfter(refusal(), counted)).toBe('for now')
  expect(await standsAfter(refusal(), unknown)).toBeUndefined()
  for (const vote of [counted, unknown]) {
    expect(await standsAfter(refusal('too_late'), vote)).toBe('for good')
    expect(await standsAfter(refusal('not_found'), vote)).toBeUndefined()
    expect(await standsAfter(new TypeError('Failed to fetch'), vote)).toBeUndefined()
  }
})
