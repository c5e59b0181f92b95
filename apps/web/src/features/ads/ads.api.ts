import type { adConfig, ZoneId } from '@hotvote/shared/ads'
import { queryOptions } from '@tanstack/react-query'
import { ADS_CACHE_MS, cachedFor } from '../../lib/net/cached-for.ts'
import { callAsVisitor } from '../../lib/visitor/call-as-visitor.ts'

export const adQuery = (zone: ZoneId) =>
  queryOptions({
    queryKey: ['ad-config', zone],
    queryFn: () => callAsVisitor<typeof adConfig>('GET /api/ad-config/:zoneId', { params: { zoneId: zone } }),
    ...cachedFor(ADS_CACHE_MS),
    retry: 1,
    meta: { isQuiet: true },
  })
