import type { closedParts } from '@hotvote/shared/visitor/access'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { cachedFor, SETTINGS_CACHE_MS } from '../api/cached-for.ts'
import { callAsVisitor, closedKey } from './call-as-visitor.ts'
import { useSession } from './session.ts'

/** Milliseconds between checks while a part of the site is closed. */
const RECHECK_MS = 30_000

const closedQuery = queryOptions({
  queryKey: closedKey,
  queryFn: () => callAsVisitor<typeof closedParts>('GET /api/closed'),
  ...cachedFor(SETTINGS_CACHE_MS),
  refetchInterval: ({ state: { data } }) => (data && (data.uploads ?? data.voting ?? data.site) ? RECHECK_MS : false),
  meta: { isQuiet: true },
})

/** Returns the reason why the visitor cannot use this part, or undefined while the part is open. */
export function useClosed(part: 'uploads' | 'voting') {
  const { data: user } = useSession()
  const { data: closed } = useQuery(closedQuery)
  return user?.isBlocked ? 'This account has been blocked, but you can still browse.' : (closed?.[part] ?? undefined)
}
