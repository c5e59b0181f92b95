import type { Answer, Sent } from '@hotvote/shared/contract'
import type {
  emptyTrash,
  eraseMedia,
  listTrash,
  restoreManyMedia,
  restoreMedia,
  TrashedItem,
} from '@hotvote/shared/operator/media-library'
import { queryClient } from '../../../lib/api/query-client.ts'
import { callAsOperator, startOperation } from '../../../lib/operator/call-as-operator.ts'
import { PAGE_CARDS, pageQuery, type Whole } from '../../../lib/operator/operator-query.ts'

export const TRASH_QUERY_KEY = ['admin', 'trash']

export type Restored = Answer<typeof restoreManyMedia>
export type TrashFilters = Omit<Sent<typeof emptyTrash, 'query'>, 'moment' | 'all'>
export type AllTrashed = Whole & { filters: TrashFilters }

export const trashQuery = (filters: TrashFilters, cursor: string) =>
  pageQuery<typeof listTrash>('GET /api/admin/trash', cursor, { query: { ...filters, limit: PAGE_CARDS } })

export const invalidateTrash = () => queryClient.invalidateQueries({ queryKey: TRASH_QUERY_KEY })

/** Restores items and waits for the result. The operation continues even if the operator leaves the screen. */
export async function restoreItems(items: Pick<TrashedItem, 'id'>[]): Promise<Pick<Restored, 'message' | 'errors'>> {
  const [first, ...others] = items
  if (!first || others.length > 0) {
    const body = { mediaIds: items.map(({ id }) => id) }
    return callAsOperator<typeof restoreManyMedia>('POST /api/admin/restore-media', { body })
  }
  const params = { mediaId: first.id }
  await callAsOperator<typeof restoreMedia>('POST /api/admin/trash/:mediaId/restore', { params })
  return { message: 'The item is back with its votes.', errors: [] }
}

export const eraseItem = (mediaId: number, neverAgain: boolean) =>
  callAsOperator<typeof eraseMedia>('DELETE /api/admin/trash/:mediaId', {
    params: { mediaId },
    query: { neverAgain: neverAgain ? 'true' : 'false' },
  })

export const isFilteredTrash = ({ search, trashedBy }: TrashFilters) => search !== undefined || trashedBy !== undefined

/** Starts erasing all matching items. The operation continues even if the operator leaves the screen. */
export const startEmptying = ({ filters, moment, neverAgain }: AllTrashed & { neverAgain: boolean }) => {
  const query = {
    ...filters,
    moment,
    neverAgain: neverAgain ? ('true' as const) : ('false' as const),
    ...(!isFilteredTrash(filters) && { all: 'true' as const }),
  }
  return startOperation<typeof emptyTrash>('POST /api/admin/empty-trash', { query })
}
export const startRestoring = ({ filters, moment }: AllTrashed) => {
  const body = { ...filters, moment, ...(!isFilteredTrash(filters) && { all: true as const }) }
  return startOperation<typeof restoreManyMedia>('POST /api/admin/restore-media', { body })
}
