import type { Sent } from '@hotvote/shared/contract'
import type {
  LibraryItem,
  listMedia,
  mediaSeen,
  removalCounts,
  removeManyMedia,
  removeMatchingMedia,
  removeMedia,
} from '@hotvote/shared/operator/media-library'
import { mutationOptions } from '@tanstack/react-query'
import { queryClient } from '../../../lib/api/query-client.ts'
import { callAsOperator, startOperation } from '../../../lib/operator/call-as-operator.ts'
import { PAGE_CARDS, pageQuery, type Whole } from '../../../lib/operator/operator-query.ts'
import { mediaTotalsQuery } from '../../../lib/operator/totals.ts'

const LIST = ['admin', 'media']
export const mediaQuery = (filters: Partial<Sent<typeof listMedia, 'query'>>, cursor: string) =>
  pageQuery<typeof listMedia>('GET /api/admin/media', cursor, { query: { ...filters, limit: PAGE_CARDS } })

export const MEDIA_QUERY_KEYS = [LIST, mediaTotalsQuery.queryKey]

export function invalidateMedia() {
  for (const queryKey of MEDIA_QUERY_KEYS) void queryClient.invalidateQueries({ queryKey })
}

export const DELETED = { title: 'Success', description: 'Media deleted successfully' }
export const FAILED = { title: 'Error', fallback: 'Failed to delete media' }

export const removeItem = ({ item, isBarred }: { item: LibraryItem; isBarred: boolean }) =>
  callAsOperator<typeof removeMedia>('DELETE /api/admin/media/:mediaId', {
    params: { mediaId: item.id },
    query: { neverAgain: isBarred ? 'true' : 'false' },
  })

export type AllMatching = Whole & { filters: Partial<Sent<typeof listMedia, 'query'>> }

/** Picks the filters that bulk actions share with the list. */
const pickFilters = ({ sort: _sort, order: _order, limit: _limit, ...filters }: AllMatching['filters']) => filters

export const isFiltered = (filters: AllMatching['filters']) => Object.keys(pickFilters(filters)).length > 0

export const countRemovals = ({ filters, moment }: AllMatching) =>
  callAsOperator<typeof removalCounts>('GET /api/admin/removal-counts', { query: { ...pickFilters(filters), moment } })

/** A bulk removal continues even if the operator leaves the screen. */
export const startRemoval = ({ wanted, neverAgain }: { wanted: LibraryItem[] | AllMatching; neverAgain: boolean }) => {
  if (Array.isArray(wanted)) {
    const body = { mediaIds: wanted.map(({ id }) => id), neverAgain }
    return startOperation<typeof removeManyMedia>('POST /api/admin/delete-media', { body })
  }
  const { userId, id, ...filters } = pickFilters(wanted.filters)
  const { moment } = wanted
  const body = {
    ...{ ...filters, moment, neverAgain },
    ...(userId && { userId: Number(userId) }),
    ...(id && { id: Number(id) }),
    ...(!isFiltered(wanted.filters) && { all: true as const }),
  }
  return startOperation<typeof removeMatchingMedia>('POST /api/admin/delete-matching-media', { body })
}

/** Marks items as seen. `until` is when the list was read, so later uploads stay unseen. */
export const seenMutation = mutationOptions({
  mutationFn: (until: string) => callAsOperator<typeof mediaSeen>('POST /api/admin/media-seen', { body: { until } }),
  meta: {
    invalidates: [LIST],
    done: { title: 'Marked as seen', description: '“Not seen yet” lists uploads from now on.' },
    failed: { title: 'Could Not Mark as Seen', fallback: 'Failed to mark the media as seen' },
  },
})
