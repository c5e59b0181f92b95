import type { Contract, RouteOf } from '@hotvote/shared/contract'
import { queryOptions } from '@tanstack/react-query'
import { callAsOperator } from './call-as-operator.ts'

/** What a screen of the operator shows, asked for anew whenever it opens. Its key is the end of its route. */
export const operatorQuery = <C extends Contract>(route: RouteOf<C>) =>
  queryOptions({
    queryKey: ['admin', route.slice('GET /api/admin/'.length)],
    queryFn: () => callAsOperator<C>(route),
    staleTime: 0,
  })
