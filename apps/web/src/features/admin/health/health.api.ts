import type { health } from '@hotvote/shared/health'
import { queryOptions } from '@tanstack/react-query'
import { callAsOperator } from '../../../lib/operator/call-as-operator.ts'

/** Milliseconds between two reads while the screen is open and nobody tells what changes. */
const POLL_MS = 60_000

export const healthQuery = queryOptions({
  queryKey: ['admin', 'health'],
  queryFn: () => callAsOperator<typeof health>('GET /api/admin/health'),
  staleTime: 0,
  meta: { topics: ['audit', 'health'] },
  refetchInterval: POLL_MS,
})
