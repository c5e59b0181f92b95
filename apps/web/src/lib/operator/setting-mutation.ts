import type { Answer, Contract, RouteOf, Sent } from '@hotvote/shared/contract'
import { mutationOptions, type QueryKey } from '@tanstack/react-query'
import type { CallInput } from '../net/call-api.ts'
import { callAsOperator } from './call-as-operator.ts'

type Saving = {
  /** Queries of the operator's screen. */
  operatorKeys: QueryKey[]
  /** The query of visitors' screens (`admin.md §7`). */
  visitorKey: QueryKey
  saved: string
  failed: { title: string; fallback?: string }
}

/** Saves a setting of the site; whatever shows it is read anew. */
export const settingMutation = <C extends Contract>(
  route: RouteOf<C>,
  { operatorKeys, visitorKey, saved, failed }: Saving,
) =>
  mutationOptions({
    mutationFn: (body: Sent<C, 'body'>): Promise<Answer<C>> => callAsOperator<C>(route, { body } as CallInput<C>),
    meta: {
      invalidates: [...operatorKeys, visitorKey],
      refetchOnLostAnswer: operatorKeys,
      done: { title: 'Configuration Updated', description: saved },
      failed: { fallback: 'Nothing was changed. Please try again in a moment.', ...failed },
    },
  })
