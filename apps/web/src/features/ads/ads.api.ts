import type { adConfig, ZoneId } from '@hotvote/shared/visitor/ads'
import { queryOptions } from '@tanstack/react-query'
import { ADS_CACHE_MS, cachedFor } from '../../lib/api/cached-for.ts'
import { callAsVisitor } from '../../lib/session/call-as-visitor.ts'

export const adQuery = (zone: ZoneId) =>
  queryOptions({
    queryKey: ['ad-config', zone],
    queryFn: () => callAsVisitor<typeof adConfig>('GET /api/ad-config/:zoneId', { params: { zoneId: zone } }),
    ...cachedFor(ADS_CACHE_MS),
    retry: 1,
    meta: { isQuiet: true },
  })
