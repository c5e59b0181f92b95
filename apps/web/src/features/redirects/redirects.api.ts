import type { idleRedirectConfig } from '@hotvote/shared/visitor/traffic'
import { queryOptions } from '@tanstack/react-query'
import { ADS_CACHE_MS, cachedFor } from '../../lib/api/cached-for.ts'
import { callAsVisitor } from '../../lib/session/call-as-visitor.ts'

/** Never refetched automatically (`visitor.md §7`). */
export const redirectsQuery = queryOptions({
  queryKey: ['idle-redirect-config'],
  queryFn: () => callAsVisitor<typeof idleRedirectConfig>('GET /api/idle-redirect-config'),
  ...cachedFor(ADS_CACHE_MS),
  meta: { isQuiet: true },
})
