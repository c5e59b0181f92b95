import type { Contract, RouteOf, Sent } from '@hotvote/shared/contract'
import type { listMedia } from '@hotvote/shared/operator/media-library'
import type {
  blockUser,
  listUserReports,
  listUserSessions,
  listUserTakedowns,
  listUserVotes,
  readUser,
  renameUser,
  ShownUser,
  unblockUser,
} from '@hotvote/shared/operator/user-page'
import type { listUsers, userTotals } from '@hotvote/shared/operator/users'
import type { deleteUserAccount } from '@hotvote/shared/visitor/personal-data'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { readFileName, saveFile } from '../../../lib/api/download.ts'
import { callAsOperator, fetchFileAsOperator } from '../../../lib/operator/call-as-operator.ts'
import { operatorQuery, PAGE_CARDS, pageQuery } from '../../../lib/operator/operator-query.ts'

const USERS = ['admin', 'users']

export const usersQuery = (query: Partial<Sent<typeof listUsers, 'query'>>, cursor: string) =>
  pageQuery<typeof listUsers>('GET /api/admin/users', cursor, { query })

export const userTotalsQuery = operatorQuery<typeof userTotals>('GET /api/admin/user-totals')

const USER = ['admin', 'user']

export const userQuery = (userId: string) =>
  queryOptions({
    queryKey: [...USER, userId],
    queryFn: () => callAsOperator<typeof readUser>('GET /api/admin/users/:userId', { params: { userId } }),
    staleTime: 0,
  })

const partQuery =
  <C extends Contract>(route: RouteOf<C>) =>
  (userId: number) =>
    queryOptions({
      queryKey: [...USER, String(userId), route],
      queryFn: () => callAsOperator<C>(route, { params: { userId } } as never),
      staleTime: 0,
    })

export const userSessionsQuery = partQuery<typeof listUserSessions>('GET /api/admin/users/:userId/sessions')
export const userTakedownsQuery = partQuery<typeof listUserTakedowns>('GET /api/admin/users/:userId/takedowns')

export const userReportsQuery = partQuery<typeof listUserReports>('GET /api/admin/users/:userId/reports')

export const userVotesQuery = (userId: number, cursor: string) =>
  pageQuery<typeof listUserVotes>('GET /api/admin/users/:userId/votes', cursor, {
    key: [...USER, String(userId), 'votes'],
    params: { userId },
  })

export const userUploadsQuery = (userId: number, cursor: string) =>
  pageQuery<typeof listMedia>('GET /api/admin/media', cursor, {
    key: [...USER, String(userId), 'uploads'],
    query: { userId, limit: PAGE_CARDS },
  })

const LISTED = [USERS, userTotalsQuery.queryKey]
const CHANGED = [USER, ...LISTED]

export const renameMutation = (userId: number) =>
  mutationOptions({
    mutationFn: (username: string) =>
      callAsOperator<typeof renameUser>('PATCH /api/admin/users/:userId', { params: { userId }, body: { username } }),
    meta: {
      invalidates: CHANGED,
      done: { title: 'User renamed' },
      failed: { title: 'Failed to rename' },
      refetchOnLostAnswer: CHANGED,
    },
  })

export const blockMutation = (userId: number) =>
  mutationOptions({
    mutationFn: (isBlocked: boolean) => {
      const input = { params: { userId } }
      return isBlocked
        ? callAsOperator<typeof blockUser>('POST /api/admin/users/:userId/block', input)
        : callAsOperator<typeof unblockUser>('POST /api/admin/users/:userId/unblock', input)
    },
    meta: {
      invalidates: CHANGED,
      failed: { title: 'Failed to change the block' },
      refetchOnLostAnswer: CHANGED,
    },
  })

export const downloadMutation = mutationOptions({
  mutationFn: async (userId: number) => {
    const answer = await fetchFileAsOperator(`/api/admin/users/${userId}/data`)
    await saveFile(answer, readFileName(answer, 'personal-data.json'))
  },
  meta: { done: { title: 'Data downloaded' }, failed: { title: 'Failed to download data' } },
})

export const deleteAccountMutation = mutationOptions({
  mutationFn: ({ user: { id: userId, createdAt }, isBarred }: { user: ShownUser; isBarred: boolean }) =>
    callAsOperator<typeof deleteUserAccount>('DELETE /api/admin/users/:userId', {
      params: { userId },
      query: { createdAt, neverAgain: isBarred ? 'true' : 'false' },
    }),
  meta: {
    // Don't invalidate the open page's query, because its user no longer exists.
    invalidates: LISTED,
    done: { title: 'Account deleted', description: 'Votes and files follow within minutes.' },
    failed: { title: 'Failed to delete account' },
    refetchOnLostAnswer: CHANGED,
  },
})
