import { isOutage, retryAfterOf } from './call-error.ts'
import { queryClient } from './query-client.ts'
import { noticeOutage, onRetry } from './reachability.ts'

const cache = queryClient.getQueryCache()

/** A quiet query, as of an ad that an extension blocks, says nothing about the server. */
cache.subscribe((event) => {
  if (event.type !== 'updated' || event.action.type !== 'error' || event.query.meta?.isQuiet) return
  const { error } = event.action
  const failure = error.cause ?? error
  if (isOutage(failure)) noticeOutage(retryAfterOf(failure))
})

// Refetches what its `refetchOnReconnect` says, as TanStack Query does when the network is back.
onRetry(() => cache.onOnline())
