import type { Contract, RouteOf } from '@hotvote/shared/contract'
import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import { cachedForGoingBack } from '../api/cached-for.ts'
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

type Page<Item> = { items: Item[]; total: number; next: string | undefined; moment?: string | undefined }
/** All that a list showed: how many, and until when. */
export type Whole = { total: number; moment: string | undefined }
/** The result of `pagesAsOperator`. */
type Pages<Item> = { queryFn: (context: { pageParam: string | undefined }) => Promise<Page<Item>> }

/** Rows of one page; cards, of which 2 to 6 fill a row of their grid. */
export const PAGE_ROWS = 50
export const PAGE_CARDS = 60

/** One page of a list from `cursor` on ('': the first), read again whenever it is opened. */
export const pageQuery = <Item>(queryKey: QueryKey, { queryFn }: Pages<Item>, cursor: string) =>
  queryOptions({
    queryKey: [...queryKey, cursor],
    queryFn: () => queryFn({ pageParam: cursor || undefined }),
    placeholderData: keepPreviousData,
    ...cachedForGoingBack,
  })
