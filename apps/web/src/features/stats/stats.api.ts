import type { Answer } from '@hotvote/shared/contract'
import type { deleteMedia } from '@hotvote/shared/visitor/media'
import type { allVotesPerDay, MediaStats, userStats, votesPerDay } from '@hotvote/shared/visitor/stats'
import { type InfiniteData, infiniteQueryOptions, queryOptions, type UseMutationOptions } from '@tanstack/react-query'
import { cachedForGoingBack } from '../../lib/api/cached-for.ts'
import { readNextCursor } from '../../lib/api/call-api.ts'
import { hasCode } from '../../lib/api/call-error.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { callAsVisitor, fetchAsVisitor } from '../../lib/session/call-as-visitor.ts'

/** `next` is where the next page begins. */
type Page = Answer<typeof userStats> & { next: string | undefined }
type Pages = InfiniteData<Page, string | undefined>

/**
 * Items that a call brings, whole rows of a grid of two to six columns: few first, to be there at once, then more, as each
 * page makes the browser lay out all that is there.
 */
const PAGE_SIZE = { first: 60, more: 180 }

const statsKey = (userId: number | undefined) => ['stats', 'media', userId]

/** Totals and own items (`visitor.md §7`), page by page; a new visit to the screen starts with fresh numbers. */
export const statsQuery = (userId: number | undefined, visit: number) =>
  infiniteQueryOptions({
    queryKey: [...statsKey(userId), visit],
    queryFn: async ({ pageParam: cursor }): Promise<Page> => {
      const { answer, headers } = await fetchAsVisitor<typeof userStats>('GET /api/users/:userId/stats', {
        params: { userId: userId ?? 0 },
        query: { limit: cursor === undefined ? PAGE_SIZE.first : PAGE_SIZE.more, cursor },
      })
      return { ...answer, next: readNextCursor(headers) }
    },
    initialPageParam: undefined as string | undefined,
    // Not by the total: what comes in or goes elsewhere meanwhile is in that, and in no page that was asked for before.
    getNextPageParam: ({ next }) => next,
    enabled: userId !== undefined,
    ...cachedForGoingBack,
    select: ({ pages }) => {
      const { totalUploads = 0, totalVotes = 0, totalViews = 0 } = pages.at(-1) ?? {}
      return { totalUploads, totalVotes, totalViews, items: pages.flatMap(({ mediaStats }) => mediaStats) }
    },
  })

/** Votes on one own item over the last days (`PLOT_DAYS`). */
export const votesPerDayQuery = (mediaId: number) =>
  queryOptions({
    queryKey: ['stats', 'votes-per-day', mediaId],
    queryFn: () => callAsVisitor<typeof votesPerDay>('GET /api/media/:mediaId/votes-per-day', { params: { mediaId } }),
    gcTime: 0,
  })

/** The same of all own items together. */
export const allVotesPerDayQuery = (userId: number) =>
  queryOptions({
    queryKey: ['stats', 'all-votes-per-day', userId],
    queryFn: () => callAsVisitor<typeof allVotesPerDay>('GET /api/users/:userId/votes-per-day', { params: { userId } }),
    staleTime: 0,
    gcTime: 0,
  })

type Deletion = { userId: number; item: MediaStats }

/** Takes a deleted item out of what is loaded, instead of asking for every page again. */
function forget({ userId, item }: Deletion) {
  const queryKey = statsKey(userId)
  const withoutItem = (page: Page) => ({
    ...page,
    totalUploads: page.totalUploads - 1,
    totalVotes: page.totalVotes - item.totalVotes,
    totalViews: page.totalViews - item.totalViews,
    mediaStats: page.mediaStats.filter(({ id }) => id !== item.id),
  })
  queryClient.setQueriesData<Pages>({ queryKey }, (data) => data && { ...data, pages: data.pages.map(withoutItem) })
  // A page that was asked for before the deletion would bring the item back.
  void queryClient.invalidateQueries({ queryKey, fetchStatus: 'fetching' })
}

/** What tells of an item whether it is there. */
const TOLD_BY = [
  ['stats', 'media'],
  ['stats', 'news'],
  ['stats', 'all-votes-per-day'],
]

/** Nothing is there to be deleted: somebody was faster, or the answer to a deletion before got lost. */
export const wasGone = (error: unknown) => hasCode(error, 'not_found')

/** Deletes one's own item (`visitor.md §7`, `§8`). */
export const deleteMutation = {
  mutationFn: ({ userId, item }) =>
    callAsVisitor<typeof deleteMedia>('DELETE /api/media/:mediaId', {
      params: { mediaId: item.id },
      query: { userId },
    }),
  onSuccess: (_answer, deletion) => forget(deletion),
  onError: (error) => {
    // Whether the totals still have it in them is not known here.
    if (wasGone(error)) for (const queryKey of TOLD_BY) void queryClient.invalidateQueries({ queryKey })
  },
  meta: {
    invalidates: [
      ['stats', 'news'],
      ['stats', 'all-votes-per-day'],
    ],
    done: { title: 'Media Deleted', description: 'Your media has been successfully deleted.' },
    failed: { title: 'Delete Failed', fallback: 'Failed to delete media' },
    refetchOnLostAnswer: TOLD_BY,
  },
} satisfies UseMutationOptions<undefined, Error, Deletion>
