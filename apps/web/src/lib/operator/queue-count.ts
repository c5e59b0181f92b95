import type { queueCount } from '@hotvote/shared/operator/review-queue'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { operatorQuery, POLL_MS, polled } from './operator-query.ts'

export const queueCountQuery = queryOptions({
  ...operatorQuery<typeof queueCount>('GET /api/admin/queue-count'),
  ...polled,
  // Every screen shows it.
  staleTime: POLL_MS,
})

/** How many wait for the operator's decision; undefined until that is known. */
export function useWaiting() {
  const { data } = useQuery(queueCountQuery)
  return data && data.reports + data.takedowns + data.lookAlikes + data.surges
}
