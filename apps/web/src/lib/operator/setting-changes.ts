import { PAGE_MAX } from '@hotvote/shared/limits'
import type { SettingChange, SettingName, settingChanges } from '@hotvote/shared/operator/settings'
import { pagesAsOperator } from './call-as-operator.ts'
import { pageQuery } from './operator-query.ts'

/** The latest hundred changes; the audit log has older ones. */
export const settingChangesQuery = (setting: SettingName) =>
  pageQuery(
    ['admin', 'setting-changes', setting],
    pagesAsOperator<typeof settingChanges>('GET /api/admin/settings/:setting/changes', {
      params: { setting },
      query: { limit: `${PAGE_MAX}` },
    }),
    '',
  )

/** Keyed by form field. */
export type StoredValues = Record<string, unknown>
/** `old` is absent if the field had no value. */
export type Difference = { field: string; old?: unknown; new: unknown }

export const listDifferences = (old: StoredValues, now: StoredValues): Difference[] =>
  Object.keys(now)
    .filter((field) => !Object.is(old[field], now[field]))
    .map((field) => ({ field, ...(field in old && { old: old[field] }), new: now[field] }))

export type SettingState = {
  /** Undefined for the state before the first known change. */
  change: SettingChange | undefined
  values: StoredValues
  differences: Difference[]
}

/** `changes` are newest first; `isWhole` means that none are missing. */
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
