import type { Contract, RouteOf } from '@hotvote/shared/contract'
import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import { cachedForGoingBack } from '../api/cached-for.ts'
import type { CallInput } from '../api/call-api.ts'
import { callAsOperator, fetchPage } from './call-as-operator.ts'
import { requireOperator } from './operator.ts'

/** Milliseconds. */
export const POLL_MS = 5000

const buildKey = (route: string): QueryKey => ['admin', route.slice('GET /api/admin/'.length)]

/** Query that is refetched whenever its screen opens, unless `cache` says otherwise. */
export const operatorQuery = <C extends Contract>(
  route: RouteOf<C>,
  cache: { staleTime?: number; gcTime?: number } = {},
) =>
  queryOptions({
    queryKey: buildKey(route),
    queryFn: () => callAsOperator<C>(route),
    staleTime: 0,
    ...cache,
  })

type Read = { state: { data?: unknown } }

/** Option that polls after the first successful read, while the tab is visible. */
export const polled = { refetchInterval: ({ state }: Read) => state.data !== undefined && POLL_MS }

/** Total size of a list and the time it was read, for bulk actions. */
export type Whole = { total: number; moment: string | undefined }

/** Maximum number of entries per page. 60 cards fill whole rows of 2 to 6 cards. */
const PAGE_ROWS = 50
export const PAGE_CARDS = 60

type PageInput<C extends Contract> = CallInput<C> & {
  /** Defaults to the path of the call. */
  key?: QueryKey
  /** Refuses to call the server without a token (`admin.md §6`). */
  needsToken?: boolean
}

/** Query for one page of a list. An empty `cursor` means the first page. */
export const pageQuery = <C extends Contract>(
  route: RouteOf<C>,
  cursor: string,
  { key = buildKey(route), needsToken, ...input }: PageInput<C> = {},
) =>
  queryOptions({
    queryKey: [...key, input.query, cursor],
    queryFn: async () => {
      if (needsToken) requireOperator()
      const query = { limit: PAGE_ROWS, ...input.query, ...(cursor && { cursor }) }
      return fetchPage<C>(route, { ...input, query } as CallInput<C>)
    },
    placeholderData: keepPreviousData,
    ...cachedForGoingBack,
  })
