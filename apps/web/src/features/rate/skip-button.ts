import type { skipButtonConfig } from '@hotvote/shared/ads'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { webAddress } from '../../lib/browser/web-address.ts'
import { ADS_CACHE_MS, cachedFor } from '../../lib/net/cached-for.ts'
import { callAsVisitor } from '../../lib/visitor/call-as-visitor.ts'

export const skipButtonQuery = queryOptions({
  queryKey: ['ad-config', 'skip-button'],
  queryFn: () => callAsVisitor<typeof skipButtonConfig>('GET /api/ad-config/skip-button'),
  ...cachedFor(ADS_CACHE_MS),
  retry: 1,
  meta: { isQuiet: true },
})

/** What the skip button says and does: the operator's address when there is a valid one, else the default skip. */
export function useSkipButton(defaultSkip: () => void) {
  const { data } = useQuery(skipButtonQuery)
  const url = webAddress(data?.buttonUrl)
  return { text: data?.buttonText ?? 'Skip this photo', skip: url ? () => location.assign(url) : defaultSkip }
}
