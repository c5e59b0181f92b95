import { PAGE_MAX } from '@hotvote/shared/limits'
import type { SettingChange, SettingName, settingChanges } from '@hotvote/shared/operator/settings'
import { pagesAsOperator } from './call-as-operator.ts'
import { pageQuery } from './operator-query.ts'

/** The newest hundred changes; older ones are in the audit log. */
export const settingChangesQuery = (setting: SettingName) =>
  pageQuery(
    ['admin', 'setting-changes', setting],
    pagesAsOperator<typeof settingChanges>('GET /api/admin/settings/:setting/changes', {
      params: { setting },
      query: { limit: `${PAGE_MAX}` },
    }),
    '',
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
