import type { queueCount } from '@hotvote/shared/queue'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { POLL_MS, useLive } from './live.ts'
import { liveQuery } from './operator-query.ts'

export const queueCountQuery = queryOptions({
  ...liveQuery<typeof queueCount>('GET /api/admin/queue-count', ['audit', 'takedowns']),
  // Every screen shows it.
  staleTime: POLL_MS,
})

/** How many wait for the operator's decision; undefined until that is known. */
export function useWaiting() {
  const { data } = useQuery(useLive()(queueCountQuery))
  return data && data.reports + data.takedowns + data.lookAlikes + data.surges
}
