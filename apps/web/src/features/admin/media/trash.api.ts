import type { Answer, Sent } from '@hotvote/shared/contract'
import type {
  emptyTrash,
  eraseMedia,
  listTrash,
  restoreManyMedia,
  restoreMedia,
  TrashedItem,
} from '@hotvote/shared/trash'
import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '../../../lib/net/query-client.ts'
import {
  callAsOperator,
  fetchFileAsOperator,
  pagesAsOperator,
  startOperation,
} from '../../../lib/operator/call-as-operator.ts'
import { listQuery, type Whole } from '../../../lib/operator/list-query.ts'

/** What tells what is in the trash. */
export const TRASH_QUERY_KEY = ['admin', 'trash']
/** Items a page: each picture is a call. */
const PAGE = 60

export type Restored = Answer<typeof restoreManyMedia>
export type TrashFilters = Omit<Sent<typeof emptyTrash, 'query'>, 'moment' | 'all'>
/** All that the trash showed, loaded or not. */
export type AllTrashed = Whole & { filters: TrashFilters }

export const trashQuery = (filters: TrashFilters) =>
  listQuery(
    [...TRASH_QUERY_KEY, filters],
    pagesAsOperator<typeof listTrash>('GET /api/admin/trash', { query: { ...filters, limit: PAGE } }),
  )

export const invalidateTrash = () => queryClient.invalidateQueries({ queryKey: TRASH_QUERY_KEY })

/** A file of an item in the trash: it has no address that an image could name, as the operator's login goes with the call. */
export const trashedFile = async (id: number, variant: 'original' | 'thumbnail') =>
  (await fetchFileAsOperator(`/api/admin/trash/${id}/${variant}`)).blob()

/** Kept for as long as the screen is open: a picture never changes. */
export const trashedPictureQuery = (id: number, isWanted: boolean) =>
  queryOptions({
    queryKey: ['admin', 'trashed-picture', id],
    queryFn: () => trashedFile(id, 'thumbnail'),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  })

/** Many go on without this screen; the answer comes once they are back. */
export async function restoreItems(items: Pick<TrashedItem, 'id'>[]): Promise<Pick<Restored, 'message' | 'errors'>> {
  const [first, ...others] = items
  if (!first || others.length > 0) {
    const body = { mediaIds: items.map(({ id }) => id) }
    return callAsOperator<typeof restoreManyMedia>('POST /api/admin/restore-media', { body })
  }
  const params = { mediaId: first.id }
  await callAsOperator<typeof restoreMedia>('POST /api/admin/trash/:mediaId/restore', { params })
  return { message: 'It is back as it was, with its votes.', errors: [] }
}

export const eraseItem = (mediaId: number) =>
  callAsOperator<typeof eraseMedia>('DELETE /api/admin/trash/:mediaId', { params: { mediaId } })

/** Whether the trash shows some of its items only. */
export const isFilteredTrash = ({ search, trashedBy }: TrashFilters) => search !== undefined || trashedBy !== undefined

/** Go on without this screen. */
export const startEmptying = ({ filters, moment }: AllTrashed) => {
  const query = { ...filters, moment, ...(!isFilteredTrash(filters) && { all: 'true' as const }) }
  return startOperation<typeof emptyTrash>('POST /api/admin/empty-trash', { query })
}
export const startRestoring = ({ filters, moment }: AllTrashed) => {
  const body = { ...filters, moment, ...(!isFilteredTrash(filters) && { all: true as const }) }
  return startOperation<typeof restoreManyMedia>('POST /api/admin/restore-media', { body })
}
