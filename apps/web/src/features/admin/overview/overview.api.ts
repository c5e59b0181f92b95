import type { overview } from '@hotvote/shared/overview'
import { queryOptions } from '@tanstack/react-query'
import { callAsOperator } from '../../../lib/operator/call-as-operator.ts'

/** Milliseconds between two looks while the screen is open. */
const EVERY = 60_000

export const overviewQuery = queryOptions({
  queryKey: ['admin', 'overview'],
  queryFn: () => callAsOperator<typeof overview>('GET /api/admin/overview'),
  staleTime: 0,
  refetchInterval: EVERY,
})
