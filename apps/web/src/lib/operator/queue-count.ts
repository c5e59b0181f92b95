import type { queueCount } from '@hotvote/shared/queue'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callAsOperator } from './call-as-operator.ts'
import { useLive } from './live.ts'

/** Milliseconds between two reads while nobody tells what changes. */
const POLL_MS = 60_000

export const queueCountQuery = queryOptions({
  queryKey: ['admin', 'queue-count'],
  queryFn: () => callAsOperator<typeof queueCount>('GET /api/admin/queue-count'),
  staleTime: POLL_MS,
  meta: { topics: ['audit', 'takedowns'] },
  refetchInterval: POLL_MS,
})

/** How many wait for the operator's decision; undefined until that is known. */
export function useWaiting() {
  const { data } = useQuery(useLive()(queueCountQuery))
  return data && data.reports + data.takedowns + data.lookAlikes
}
