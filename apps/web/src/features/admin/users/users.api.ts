import type { Sent } from '@hotvote/shared/contract'
import type { ListedUser, listUsers, userTotals } from '@hotvote/shared/users'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { LIST_CACHE_MS } from '../../../lib/browser/use-location-key.ts'
import { type ListPage, pagesAsOperator } from '../../../lib/operator/call-as-operator.ts'
import { operatorQuery } from '../../../lib/operator/operator-query.ts'

export const USERS = ['admin', 'users']

/** Users a page: several screens full, so that quick scrolling seldom waits. */
const PAGE = 200

/** Each user once: one who is active while the list is read may come in two pages. */
const usersOf = (pages: ListPage<typeof listUsers>[]): ListedUser[] => [
  ...new Map(pages.flatMap(({ items }) => items).map((user) => [user.id, user])).values(),
]

/** Asked anew each time the screen is opened, also by who comes back to it. */
export const usersQuery = (filters: Partial<Sent<typeof listUsers, 'query'>>, locationKey: string) =>
  infiniteQueryOptions({
    queryKey: [...USERS, filters, locationKey],
    ...pagesAsOperator<typeof listUsers>('GET /api/admin/users', { query: { ...filters, limit: PAGE } }),
    select: ({ pages }) => ({ users: usersOf(pages), total: pages.at(-1)?.total ?? 0 }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: LIST_CACHE_MS,
  })

export const userTotalsQuery = operatorQuery<typeof userTotals>('GET /api/admin/user-totals')
