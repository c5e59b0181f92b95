import type { Contract, RouteOf } from '@hotvote/shared/contract'
import type { LiveTopic } from '@hotvote/shared/live'
import { queryOptions } from '@tanstack/react-query'
import { callAsOperator } from './call-as-operator.ts'
import { POLL_MS } from './live.ts'

/** What a screen of the operator shows, asked for anew whenever it opens. Its key is the end of its route. */
export const operatorQuery = <C extends Contract>(route: RouteOf<C>) =>
  queryOptions({
    queryKey: ['admin', route.slice('GET /api/admin/'.length)],
    queryFn: () => callAsOperator<C>(route),
    staleTime: 0,
  })

/** The same, kept up to date by `useLive` while it is shown; `topics`: what of the site it shows. */
export const liveQuery = <C extends Contract>(route: RouteOf<C>, topics: LiveTopic[]) =>
  queryOptions({ ...operatorQuery<C>(route), meta: { topics }, refetchInterval: POLL_MS })
