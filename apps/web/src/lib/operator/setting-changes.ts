import type { SettingChange, SettingName, settingChanges } from '@hotvote/shared/settings'
import { pagesAsOperator } from './call-as-operator.ts'
import { listQuery } from './list-query.ts'

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
/** Without `old`, it is not known, or there was nothing. */
export type Difference = { field: string; old?: unknown; new: unknown }

export const differencesOf = (old: StoredValues, now: StoredValues): Difference[] =>
  Object.keys(now)
    .filter((field) => !Object.is(old[field], now[field]))
    .map((field) => ({ field, ...(field in old && { old: old[field] }), new: now[field] }))

/** What a setting was at a time. */
export type SettingState = {
  /** Of the change that led to it; undefined for what was there before all of them. */
  change: SettingChange | undefined
  /** As far as they are known. */
  values: StoredValues
  differences: Difference[]
}

/**
 * The states that changes, the newest first, led to; `isWhole` when there are no older ones. What the entry of one lacks,
 * the next change knows as its old values.
 */
export const statesOf = (changes: SettingChange[], isWhole: boolean): SettingState[] => {
  const states = changes.map((change, place): SettingState => {
    const values = change.old ? change.new : { ...changes[place - 1]?.old, ...change.new }
    return { change, values, differences: differencesOf(change.old ?? {}, values) }
  })
  const first = isWhole ? (changes.at(-1)?.old ?? {}) : {}
  if (Object.keys(first).length === 0) return states
  return [...states, { change: undefined, values: first, differences: differencesOf({}, first) }]
}

/** Whether they hold now; with `isPartial`, as far as they are known. */
export const holdsNow = (inForce: StoredValues, values: StoredValues, { isPartial = false } = {}) =>
  Object.keys(inForce).every((field) => (field in values ? Object.is(values[field], inForce[field]) : isPartial))

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
