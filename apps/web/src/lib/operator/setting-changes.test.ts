import { describe, expect, it } from 'vitest'
import { listStates } from './setting-changes.ts'

const change = (id: number, old: Record<string, unknown>, now: Record<string, unknown>) => ({
  id,
  timestamp: '2026-01-05T00:00:00.000Z',
  actor: 'operator',
  ip: null,
  old,
  new: now,
})
const first = { isEnabled: false, multiplier: 1 }
const newest = change(2, { ...first, multiplier: 2 }, { ...first, multiplier: 3 })
const oldest = change(1, first, { ...first, multiplier: 2 })

describe('listStates', () => {
  it('returns the state after each change and the state before the first', () => {
    expect(listStates([newest, oldest], true)).toEqual([
      { change: newest, values: newest.new, differences: [{ field: 'multiplier', old: 2, new: 3 }] },
      { change: oldest, values: oldest.new, differences: [{ field: 'multiplier', old: 1, new: 2 }] },
      {
        change: undefined,
        values: first,
        differences: [
          { field: 'isEnabled', new: false },
          { field: 'multiplier', new: 1 },
        ],
      },
    ])
  })

  it('omits the first state if older changes are not loaded or none was saved', () => {
    expect(listStates([newest], false)).toHaveLength(1)
    expect(listStates([change(1, {}, first)], true)).toHaveLength(1)
    expect(listStates([], true)).toEqual([])
  })
})
