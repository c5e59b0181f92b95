import type { mediaTotals } from '@hotvote/shared/media-library'
import { queryOptions } from '@tanstack/react-query'
import { callAsOperator } from './call-as-operator.ts'

/** How many media, votes and views there are, for the operator. */
export const mediaTotalsQuery = queryOptions({
  queryKey: ['media-totals'],
  queryFn: () => callAsOperator<typeof mediaTotals>('GET /api/admin/media-totals'),
  staleTime: 0,
})
