import type { Sent } from '@hotvote/shared/contract'
import type { deleteUserAccount } from '@hotvote/shared/personal-data'
import type { ListedUser, listUsers, userTotals } from '@hotvote/shared/users'
import { infiniteQueryOptions, keepPreviousData, mutationOptions } from '@tanstack/react-query'
import { LIST_CACHE_MS } from '../../../lib/browser/use-location-key.ts'
import { fileNameOf, saveFile } from '../../../lib/net/download.ts'
import '../../../lib/net/lost-answers.ts'
import {
  callAsOperator,
  fetchFileAsOperator,
  type ListPage,
  pagesAsOperator,
} from '../../../lib/operator/call-as-operator.ts'
import { operatorQuery } from '../../../lib/operator/operator-query.ts'

const USERS = ['admin', 'users']

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

/** Everything that is stored about a user, as a file. */
export const downloadMutation = mutationOptions({
  mutationFn: async (userId: number) => {
    const answer = await fetchFileAsOperator(`/api/admin/users/${userId}/data`)
    await saveFile(answer, fileNameOf(answer, 'personal-data.json'))
  },
  meta: { done: { title: 'Data downloaded' }, failed: { title: 'Failed to download data' } },
})

const LISTS = [USERS, userTotalsQuery.queryKey]

export const deleteAccountMutation = mutationOptions({
  mutationFn: (userId: number) =>
    callAsOperator<typeof deleteUserAccount>('DELETE /api/admin/users/:userId', { params: { userId } }),
  meta: {
    invalidates: LISTS,
    done: { title: 'Account deleted', description: 'Votes and files follow within minutes.' },
    failed: { title: 'Failed to delete account' },
    refetchOnLostAnswer: LISTS,
  },
})
