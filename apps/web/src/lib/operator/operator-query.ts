import type { Contract, RouteOf } from '@hotvote/shared/contract'
import { queryOptions } from '@tanstack/react-query'
import { callAsOperator } from './call-as-operator.ts'

/** Milliseconds between two reads of what may change while an operator looks at it. */
export const POLL_MS = 5000

/** What a screen of the operator shows, asked for anew whenever it opens. Its key is the end of its route. */
export const operatorQuery = <C extends Contract>(route: RouteOf<C>) =>
  queryOptions({
    queryKey: ['admin', route.slice('GET /api/admin/'.length)],
    queryFn: () => callAsOperator<C>(route),
    staleTime: 0,
  })

type Read = { state: { data?: unknown } }

/** Polls while the query is shown in a visible tab. A failed first read waits for "Try again". */
export const polled = { refetchInterval: ({ state }: Read) => state.data !== undefined && POLL_MS }
