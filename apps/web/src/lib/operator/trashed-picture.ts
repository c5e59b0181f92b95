import { queryOptions } from '@tanstack/react-query'
import { fetchFileAsOperator } from './call-as-operator.ts'

/** An `<img>` cannot send the operator's token, so fetch the file. */
export const trashedFile = async (id: number, variant: 'original' | 'thumbnail') =>
  (await fetchFileAsOperator(`/api/admin/trash/${id}/${variant}`)).blob()

export const trashedPictureQuery = (id: number, isWanted: boolean) =>
  queryOptions({
    queryKey: ['admin', 'trashed-picture', id],
    queryFn: () => trashedFile(id, 'thumbnail'),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  })
