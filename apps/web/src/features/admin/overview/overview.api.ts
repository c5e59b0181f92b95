import type { overview } from '@hotvote/shared/overview'
import { queryOptions } from '@tanstack/react-query'
import { callAsOperator } from '../../../lib/operator/call-as-operator.ts'

/** Milliseconds between two reads while the screen is open and nobody tells what changes. */
const POLL_MS = 60_000

export const overviewQuery = queryOptions({
  queryKey: ['admin', 'overview'],
  queryFn: () => callAsOperator<typeof overview>('GET /api/admin/overview'),
  staleTime: 0,
  meta: { topics: ['audit', 'health', 'media', 'takedowns', 'votes'] },
  refetchInterval: POLL_MS,
})
