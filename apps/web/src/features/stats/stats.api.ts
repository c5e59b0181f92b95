import type { Answer } from '@hotvote/shared/contract'
import type { deleteMedia } from '@hotvote/shared/visitor/media'
import type {
  allVotesPerDay,
  MediaStats,
  newsSeen,
  statsNews,
  userStats,
  votesPerDay,
} from '@hotvote/shared/visitor/stats'
import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  type UseMutationOptions,
  useQuery,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { cachedForGoingBack } from '../../lib/api/cached-for.ts'
import { readNextCursor } from '../../lib/api/call-api.ts'
import { hasCode } from '../../lib/api/call-error.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { callAsVisitor, fetchAsVisitor } from '../../lib/session/call-as-visitor.ts'

export type News = Answer<typeof statsNews>

export const useNews = (userId: number | undefined) =>
  useQuery({
    queryKey: ['stats', 'news', userId],
    queryFn: () => callAsVisitor<typeof statsNews>('GET /api/users/:userId/news', { params: { userId: userId ?? 0 } }),
    enabled: userId !== undefined,
    ...cachedForGoingBack,
  })

/** Marks the news as seen. Failures are ignored, because the news just appears again on the next visit. */
export function useSeenNews(userId: number | undefined, until: string | undefined) {
  useEffect(() => {
    if (userId === undefined || until === undefined) return
    callAsVisitor<typeof newsSeen>('POST /api/users/:userId/news-seen', { params: { userId }, body: { until } }).catch(
      () => {},
    )
  }, [userId, until])
}

/** `next` is the cursor of the next page. */
type Page = Answer<typeof userStats> & { next: string | undefined }
type Pages = InfiniteData<Page, string | undefined>

/** Page sizes fill whole rows of two to six columns; the first page is small to appear quickly. */
const PAGE_SIZE = { first: 60, more: 180 }

const statsKey = (userId: number | undefined) => ['stats', 'media', userId]

/** Totals and the visitor's items (`visitor.md §7`). Each visit to the screen loads fresh numbers. */
export const statsQuery = (userId: number | undefined) =>
  infiniteQueryOptions({
    queryKey: statsKey(userId),
    queryFn: async ({ pageParam: cursor }): Promise<Page> => {
      const { answer, headers } = await fetchAsVisitor<typeof userStats>('GET /api/users/:userId/stats', {
        params: { userId: userId ?? 0 },
        query: { limit: cursor === undefined ? PAGE_SIZE.first : PAGE_SIZE.more, cursor },
      })
      return { ...answer, next: readNextCursor(headers) }
    },
    initialPageParam: undefined as string | undefined,
    // Use the cursor instead of the total, which may change between two pages.
    getNextPageParam: ({ next }) => next,
    enabled: userId !== undefined,
    ...cachedForGoingBack,
    select: ({ pages }) => {
      const { totalUploads = 0, totalVotes = 0, totalViews = 0 } = pages.at(-1) ?? {}
      const items = pages.flatMap(({ mediaStats }) => mediaStats)
      return { totalUploads, totalVotes, totalViews, items, notices: pages[0]?.notices ?? [] }
    },
  })

export const votesPerDayQuery = (mediaId: number) =>
  queryOptions({
    queryKey: ['stats', 'votes-per-day', mediaId],
    queryFn: () => callAsVisitor<typeof votesPerDay>('GET /api/media/:mediaId/votes-per-day', { params: { mediaId } }),
    gcTime: 0,
  })

export const allVotesPerDayQuery = (userId: number) =>
  queryOptions({
    queryKey: ['stats', 'all-votes-per-day', userId],
    queryFn: () => callAsVisitor<typeof allVotesPerDay>('GET /api/users/:userId/votes-per-day', { params: { userId } }),
    staleTime: 0,
    gcTime: 0,
  })

type Deletion = { userId: number; item: MediaStats }

/** Removes a deleted item from the cache instead of refetching every page. */
function forget({ userId, item }: Deletion) {
  const withoutItem = (page: Page) => ({
    ...page,
    totalUploads: page.totalUploads - 1,
    totalVotes: page.totalVotes - item.totalVotes,
    totalViews: page.totalViews - item.totalViews,
    mediaStats: page.mediaStats.filter(({ id }) => id !== item.id),
  })
  const queryKey = statsKey(userId)
  queryClient.setQueryData<Pages>(queryKey, (data) => data && { ...data, pages: data.pages.map(withoutItem) })
  // Refetch pages that were requested before the deletion, which would bring back the item.
  void queryClient.invalidateQueries({ queryKey, fetchStatus: 'fetching' })
}

/** Deletes one of the visitor's items (`visitor.md §7`, `§8`). */
export const deleteMutation = {
  mutationFn: async ({ userId, item }) => {
    try {
      const call = { params: { mediaId: item.id }, query: { userId } }
      await callAsVisitor<typeof deleteMedia>('DELETE /api/media/:mediaId', call)
    } catch (error) {
      // The item may have been deleted on another device.
      if (!hasCode(error, 'not_found')) throw error
    }
  },
  onSuccess: (_answer, deletion) => forget(deletion),
  meta: {
    invalidates: [
      ['stats', 'news'],
      ['stats', 'all-votes-per-day'],
    ],
    done: { title: 'Media Deleted', description: 'Your media has been successfully deleted.' },
    failed: { title: 'Delete Failed', fallback: 'Failed to delete media' },
    refetchOnLostAnswer: [['stats']],
  },
} satisfies UseMutationOptions<void, Error, Deletion>
