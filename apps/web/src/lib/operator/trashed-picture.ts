import { queryOptions } from '@tanstack/react-query'
import { fetchFileAsOperator } from './call-as-operator.ts'

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
