import type { Answer, Contract, RouteOf, Sent } from '@hotvote/shared/contract'
import type { SettingName } from '@hotvote/shared/operator/settings'
import type { QueryKey } from '@tanstack/react-query'
import type { CallInput } from '../api/call-api.ts'
import { callAsOperator } from './call-as-operator.ts'

type Saving = {
  setting: SettingName
  /** Query of the visitors' screens (`admin.md §7`). */
  visitorKey: QueryKey
  saved: string
  /** Title of the validation toast (`admin.md §5`). */
  invalidTitle: (field: string) => string
  failed: { title: string; fallback?: string }
}

/** Options for `useSettingsForm`; refetches every query that shows the setting. */
export const settingMutation = <C extends Contract>(
  route: RouteOf<C>,
  { setting, visitorKey, saved, invalidTitle, failed }: Saving,
) => ({
  setting,
  invalidTitle,
  mutationFn: (body: Sent<C, 'body'>): Promise<Answer<C>> => callAsOperator<C>(route, { body } as CallInput<C>),
  meta: {
    invalidates: [['admin'], visitorKey],
    refetchOnLostAnswer: [['admin']],
    done: { title: 'Configuration Updated', description: saved },
    failed: { fallback: 'Nothing was changed. Please try again in a moment.', ...failed },
  },
})
