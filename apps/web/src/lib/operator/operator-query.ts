import type { Contract, RouteOf } from '@hotvote/shared/contract'
import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import { cachedForGoingBack } from '../api/cached-for.ts'
import { callAsOperator } from './call-as-operator.ts'

/** Milliseconds. */
export const POLL_MS = 5000

/** Query that is refetched whenever its screen opens, unless `cache` says otherwise. */
export const operatorQuery = <C extends Contract>(
  route: RouteOf<C>,
  cache: { staleTime?: number; gcTime?: number } = {},
) =>
  queryOptions({
    queryKey: ['admin', route.slice('GET /api/admin/'.length)],
    queryFn: () => callAsOperator<C>(route),
    staleTime: 0,
    ...cache,
  })

type Read = { state: { data?: unknown } }

/** Option that polls after the first successful read, while the tab is visible. */
export const polled = { refetchInterval: ({ state }: Read) => state.data !== undefined && POLL_MS }

type Page<Item> = { items: Item[]; total: number; next: string | undefined; moment?: string | undefined }
/** Total size of a list and the time it was read, for bulk actions. */
export type Whole = { total: number; moment: string | undefined }
type Pages<Item> = { queryFn: (context: { pageParam: string | undefined }) => Promise<Page<Item>> }

/** Maximum number of entries per page. 60 cards fill whole rows of 2 to 6 cards. */
export const PAGE_ROWS = 50
export const PAGE_CARDS = 60

/** Query for one page of a list. An empty `cursor` means the first page. */
export const pageQuery = <Item>(queryKey: QueryKey, { queryFn }: Pages<Item>, cursor: string) =>
  queryOptions({
    queryKey: [...queryKey, cursor],
    queryFn: () => queryFn({ pageParam: cursor || undefined }),
    placeholderData: keepPreviousData,
    ...cachedForGoingBack,
  })
