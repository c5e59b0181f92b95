import type { SettingChange, SettingName, settingChanges } from '@hotvote/shared/settings'
import { pagesAsOperator } from './call-as-operator.ts'
import { listQuery } from './operator-query.ts'

export const settingChangesKey = (setting: SettingName) => ['admin', 'setting-changes', setting]

/** Asked for when somebody looks; a value may be long. */
const PAGE = '20'

export const settingChangesQuery = (setting: SettingName) =>
  listQuery(
    settingChangesKey(setting),
    pagesAsOperator<typeof settingChanges>('GET /api/admin/settings/:setting/changes', {
      params: { setting },
      query: { limit: PAGE },
    }),
  )

/** By the fields of the form. */
export type StoredValues = Record<string, unknown>
/** Without `old`, the field had no value. */
export type Difference = { field: string; old?: unknown; new: unknown }

export const listDifferences = (old: StoredValues, now: StoredValues): Difference[] =>
  Object.keys(now)
    .filter((field) => !Object.is(old[field], now[field]))
    .map((field) => ({ field, ...(field in old && { old: old[field] }), new: now[field] }))

/** What a setting was at a time. */
export type SettingState = {
  /** The change that led to it; undefined for the time before all changes. */
  change: SettingChange | undefined
  values: StoredValues
  differences: Difference[]
}

/** The states that changes, the newest first, led to; `isWhole` when there are no older ones. */
export const listStates = (changes: SettingChange[], isWhole: boolean): SettingState[] => {
  const states = changes.map((change) => ({
    change,
    values: change.new,
    differences: listDifferences(change.old, change.new),
  }))
  const first = isWhole ? (changes.at(-1)?.old ?? {}) : {}
  if (Object.keys(first).length === 0) return states
  return [...states, { change: undefined, values: first, differences: listDifferences({}, first) }]
}

/**
 * Two texts without the lines in which both begin and end, but for one on each side: `…` stands for them.
 */
export const changedLines = (old: string, now: string) => {
  const [before, after] = [old.split('\n'), now.split('\n')]
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const part = (lines: string[]) => [
    ...(start > 1 ? ['…'] : []),
    ...lines.slice(Math.max(0, start - 1), lines.length - Math.max(0, end - 1)),
    ...(end > 1 ? ['…'] : []),
  ]
  return { old: part(before).join('\n'), new: part(after).join('\n') }
}
