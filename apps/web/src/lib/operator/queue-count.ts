import type { queueCount } from '@hotvote/shared/operator/review-queue'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { operatorQuery, POLL_MS, polled } from './operator-query.ts'

export const queueCountQuery = queryOptions({
  ...operatorQuery<typeof queueCount>('GET /api/admin/queue-count'),
  ...polled,
  staleTime: POLL_MS,
})

/** Pending decisions of the queue; undefined while loading. */
export function useWaiting() {
  const { data } = useQuery(queueCountQuery)
  return data && data.reports + data.takedowns + data.lookAlikes + data.surges
}

/** Uploads in review, without the look-alikes of the queue. */
export const useWaitingUploads = () => useQuery(queueCountQuery).data?.uploads
