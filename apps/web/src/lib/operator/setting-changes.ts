import type { Answer, Contract, RouteOf, Sent } from '@hotvote/shared/contract'
import { PAGE_MAX } from '@hotvote/shared/limits'
import type { SettingChange, SettingName, settingChanges } from '@hotvote/shared/operator/settings'
import type { QueryKey } from '@tanstack/react-query'
import { cachedFor, OPERATOR_CACHE_MS } from '../api/cached-for.ts'
import type { CallInput } from '../api/call-api.ts'
import { callAsOperator } from './call-as-operator.ts'
import { operatorQuery, pageQuery } from './operator-query.ts'

type Saving = {
  setting: SettingName
  /** Key of the query that the visitors' screens use (`admin.md §7`). */
  visitorKey?: QueryKey
  saved: string
  /** Title of the validation toast (`admin.md §5`). */
  invalidTitle?: (field: string) => string
  failed: { title?: string; fallback?: string }
}

/** Query for a setting's values, which only its own screen changes. */
export const settingQuery = <C extends Contract>(route: RouteOf<C>) =>
  operatorQuery<C>(route, cachedFor(OPERATOR_CACHE_MS))

/** Options for `useSettingsForm`. Saving refetches every query that shows the setting. */
export const settingMutation = <C extends Contract>(
  route: RouteOf<C>,
  { setting, visitorKey, saved, invalidTitle = () => 'Invalid Configuration', failed }: Saving,
) => ({
  setting,
  invalidTitle,
  mutationFn: (body: Sent<C, 'body'>): Promise<Answer<C>> => callAsOperator<C>(route, { body } as CallInput<C>),
  meta: {
    invalidates: [['admin'], ...(visitorKey ? [visitorKey] : [])],
    refetchOnLostAnswer: [['admin']],
    done: { title: 'Configuration Updated', description: saved },
    failed: { title: 'Update Failed', fallback: 'Nothing was changed. Please try again in a moment.', ...failed },
  },
})

/** Query for the latest hundred changes of a setting. The audit log has older ones. */
export const settingChangesQuery = (setting: SettingName) =>
  pageQuery<typeof settingChanges>('GET /api/admin/settings/:setting/changes', '', {
    key: ['admin', 'setting-changes', setting],
    params: { setting },
    query: { limit: PAGE_MAX },
  })

/** Values of a setting, keyed by form field. */
export type StoredValues = Record<string, unknown>
/** Change of one field. `old` is omitted if the field had no value. */
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

/** Lists the states of a setting. `changes` are newest first; `isWhole` means that none are missing. */
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
