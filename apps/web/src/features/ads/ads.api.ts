import type { adConfig, ZoneId } from '@hotvote/shared/ads'
import { queryOptions } from '@tanstack/react-query'
import { callAsVisitor } from '../../lib/visitor/call-as-visitor.ts'

/** Milliseconds (`visitor.md §9`). */
const CACHE_MS = 5 * 60_000

export const adQuery = (zone: ZoneId) =>
  queryOptions({
    queryKey: ['ad-config', zone],
    queryFn: () => callAsVisitor<typeof adConfig>('GET /api/ad-config/:zoneId', { params: { zoneId: zone } }),
    staleTime: CACHE_MS,
    retry: 1,
  })
