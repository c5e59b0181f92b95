import type { bucketOverview } from '@hotvote/shared/bucket'
import { queryOptions } from '@tanstack/react-query'
import { callAsOperator } from './call-as-operator.ts'

/** How many files are stored and how much room they take: every screen that says so asks here, so that all say the same. */
export const bucketOverviewQuery = queryOptions({
  queryKey: ['admin', 'bucket', 'overview'],
  queryFn: () => callAsOperator<typeof bucketOverview>('GET /api/admin/bucket-overview'),
  staleTime: 0,
})
