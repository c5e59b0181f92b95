import type { queueCount } from '@hotvote/shared/operator/review-queue'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { operatorQuery, POLL_MS, polled } from './operator-query.ts'

export const queueCountQuery = queryOptions({
  ...operatorQuery<typeof queueCount>('GET /api/admin/queue-count', { staleTime: POLL_MS }),
  ...polled,
})

/** Returns the number of pending decisions in the queue, or undefined while loading. */
export function useWaiting() {
  const { data } = useQuery(queueCountQuery)
  return data && data.reports + data.takedowns + data.lookAlikes + data.surges
}

/** Returns the number of uploads in review, not counting the look-alikes in the queue. */
export const useWaitingUploads = () => useQuery(queueCountQuery).data?.uploads
