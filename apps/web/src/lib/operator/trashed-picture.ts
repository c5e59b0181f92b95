import { queryOptions } from '@tanstack/react-query'
import { fetchFileAsOperator } from './call-as-operator.ts'

type Variant = 'original' | 'thumbnail'

/** File of a waiting or trashed item, fetched because an `<img>` cannot send the operator's token. */
export const trashedPictureQuery = (id: number, isWanted: boolean, variant: Variant = 'thumbnail') =>
  queryOptions({
    queryKey: ['admin', 'trashed-picture', id, variant],
    queryFn: async () => (await fetchFileAsOperator(`/api/admin/trash/${id}/${variant}`)).blob(),
    enabled: isWanted,
    gcTime: 60_000,
  })
