import type { SettingChange } from '@hotvote/shared/settings'
import { voteMultiplierForm } from '@hotvote/shared/vote-multiplier'
import { expect, it } from 'vitest'
import { statesOf } from './setting-changes.ts'
import { checkedBy, offersOf } from './setting-offers.ts'

const check = checkedBy(voteMultiplierForm)
const is = (multiplier: number) => ({ isEnabled: true, multiplier })

const change = (now: object, old: object | null): SettingChange => ({
  id: 1,
  timestamp: '2026-01-05T00:00:00.000Z',
  actor: 'operator',
  ip: null,
  old: old && { ...old },
  new: { ...now },
})
/** The changes that led from each of the values to the next, the newest first. */
const saved = (first: object, ...values: object[]) =>
  values.map((now, place) => change(now, values[place - 1] ?? first)).toReversed()
/** What an earlier version wrote down: not what it was before. */
const recorded = (values: object) => change(values, null)

it('the newest of the states that hold is in force, an older one the same; any other may come back', () => {
  expect(offersOf(statesOf(saved(is(3), is(4), is(3)), true), { inForce: is(3), check })).toEqual([
    'in force',
    { values: is(4) },
    'same as now',
  ])
})

it('the newest change is not in force where something else was written', () => {
  expect(offersOf(statesOf(saved(is(1), is(3), is(4)), true), { inForce: is(3), check })).toEqual([
    { values: is(4) },
    'in force',
    { values: is(1) },
  ])
})

it('where nothing of the history holds, nothing is in force, and what the rules do not take stays where it is', () => {
  const states = statesOf(saved(is(1), is(3), is(2_000_000)), true)
  expect(offersOf(states, { inForce: is(7), check })).toEqual([
    { refusal: 'Vote multiplier must be at most 1,000,000.' },
    { values: is(3) },
    { values: is(1) },
  ])
  // Today's rules do not take it, and it holds.
  expect(offersOf(states, { inForce: is(2_000_000), check })[0]).toBe('in force')
})

it('of values that were not all recorded, only the newest can hold, and none comes back', () => {
  const states = statesOf([recorded({ multiplier: 3 }), recorded({ multiplier: 3 })], true)
  const refused = { refusal: 'not all of its values were recorded.' }
  expect(offersOf(states, { inForce: is(3), check })).toEqual(['in force', refused])
  expect(offersOf(states, { inForce: is(4), check })).toEqual([refused, refused])
})
