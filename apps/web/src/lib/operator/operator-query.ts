import type { Contract, RouteOf } from '@hotvote/shared/contract'
import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import { cachedForGoingBack } from '../api/cached-for.ts'
import { callAsOperator } from './call-as-operator.ts'

/** Milliseconds. */
export const POLL_MS = 5000

/** Refetches whenever its screen opens. */
export const operatorQuery = <C extends Contract>(route: RouteOf<C>) =>
  queryOptions({
    queryKey: ['admin', route.slice('GET /api/admin/'.length)],
    queryFn: () => callAsOperator<C>(route),
    staleTime: 0,
  })

type Read = { state: { data?: unknown } }

/** Polls after the first successful read, while the tab is visible. */
export const polled = { refetchInterval: ({ state }: Read) => state.data !== undefined && POLL_MS }

type Page<Item> = { items: Item[]; total: number; next: string | undefined; moment?: string | undefined }
/** Size and read time of the whole list, for bulk actions. */
export type Whole = { total: number; moment: string | undefined }
type Pages<Item> = { queryFn: (context: { pageParam: string | undefined }) => Promise<Page<Item>> }

/** Maximum per page; 60 cards fill whole rows of 2 to 6. */
export const PAGE_ROWS = 50
export const PAGE_CARDS = 60

/** One page of a list; an empty `cursor` means the first page. */
export const pageQuery = <Item>(queryKey: QueryKey, { queryFn }: Pages<Item>, cursor: string) =>
  queryOptions({
    queryKey: [...queryKey, cursor],
    queryFn: () => queryFn({ pageParam: cursor || undefined }),
    placeholderData: keepPreviousData,
    ...cachedForGoingBack,
  })
