import { queryOptions } from '@tanstack/react-query'
import { fetchFileAsOperator } from './call-as-operator.ts'

type Variant = 'original' | 'thumbnail'

/** Fetches a file from the trash, because an `<img>` cannot send the operator's token. */
export const trashedFile = async (id: number, variant: Variant) =>
  (await fetchFileAsOperator(`/api/admin/trash/${id}/${variant}`)).blob()

export const trashedPictureQuery = (id: number, isWanted: boolean, variant: Variant = 'thumbnail') =>
  queryOptions({
    queryKey: ['admin', 'trashed-picture', id, variant],
    queryFn: () => trashedFile(id, variant),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  })
