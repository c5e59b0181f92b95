import type { bucketOverview } from '@hotvote/shared/operator/bucket'
import type { mediaTotals } from '@hotvote/shared/operator/media-library'
import { queryOptions } from '@tanstack/react-query'
import { callAsOperator } from './call-as-operator.ts'

const KB = 1024
const MB = KB * KB

/** Formats bytes as `512 B`, `1.5 KB` or `12.4 MB` (`admin.md §9`). */
export const bucketSize = (bytes: number) => {
  if (bytes < KB) return `${bytes} B`
  return bytes < MB ? `${(bytes / KB).toFixed(1)} KB` : `${(bytes / MB).toFixed(1)} MB`
}

/** Shared by all screens, so they show the same numbers. */
export const bucketOverviewQuery = queryOptions({
  queryKey: ['admin', 'bucket', 'overview'],
  queryFn: () => callAsOperator<typeof bucketOverview>('GET /api/admin/bucket-overview'),
  staleTime: 0,
})

export const mediaTotalsQuery = queryOptions({
  queryKey: ['media-totals'],
  queryFn: () => callAsOperator<typeof mediaTotals>('GET /api/admin/media-totals'),
  staleTime: 0,
})
