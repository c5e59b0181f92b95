import type { idleRedirectConfig } from '@hotvote/shared/traffic'
import { queryOptions } from '@tanstack/react-query'
import { callAsVisitor } from '../../lib/visitor/call-as-visitor.ts'

/** Milliseconds (`visitor.md §9`). */
const CACHE_MS = 5 * 60_000

/** Not asked for again by itself (`visitor.md §7`). */
export const redirectsQuery = queryOptions({
  queryKey: ['idle-redirect-config'],
  queryFn: () => callAsVisitor<typeof idleRedirectConfig>('GET /api/idle-redirect-config'),
  staleTime: CACHE_MS,
  gcTime: CACHE_MS,
})
