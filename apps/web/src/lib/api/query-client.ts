import type { ErrorCode } from '@hotvote/shared/errors'
import { MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { type ToastContent, toast } from '../browser/toasts.ts'
import {
  CallError,
  getRetryAfter,
  hasStatus,
  isOutage,
  isUnanswered,
  describeError as serverTextOf,
} from './call-error.ts'
import { noticeOutage, onRetry } from './reachability.ts'

type MutationMeta = {
  /** Query keys to invalidate after success, and after a conflict. */
  invalidates?: QueryKey[]
  /** Shown after success. */
  done?: ToastContent
  /** Shown after a failure: the server's words, or what `textOf` makes of them, else `fallback`, else to try again. */
  failed?: { title: string; fallback?: string; textOf?: (error: unknown, fallback: string) => string }
  /** Failures that the screen tells by itself. */
  quiet?: ErrorCode[]
  /** Query keys that show whether a change was made, refetched after a lost answer (docs/decisions/020). */
  refetchOnLostAnswer?: QueryKey[]
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: MutationMeta
    /** `isQuiet`: no failure is shown. */
    queryMeta: { isQuiet?: boolean }
  }
}

const loginEndedCodes: (ErrorCode | undefined)[] = ['not_operator', 'saved_elsewhere', 'login_ended', 'account_deleted']

/** Shown for a mutation that failed without a text of the server. */
export const TRY_AGAIN = 'Please try again in a moment.'

const invalidate = (queryKeys: QueryKey[] = []) => {
  for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey })
}

/** The only place that shows how a mutation went, so that no screen has to. */
const mutationCache: MutationCache = new MutationCache({
  onSuccess: (...[, , , { meta }]) => {
    invalidate(meta?.invalidates)
    if (meta?.done) toast(meta.done)
  },
  onError: (...[error, , , { meta }]) => {
    if (meta?.refetchOnLostAnswer && isUnanswered(error)) {
      invalidate(meta.refetchOnLostAnswer)
      return toast({ title: "We couldn't confirm the change", description: 'Reloading…', variant: 'destructive' })
    }
    // Another change was faster: the screen shows stale data.
    if (hasStatus(error, 409)) invalidate(meta?.invalidates)
    // A login that ended was shown already, by the call itself.
    const { failed, quiet = [] } = meta ?? {}
    const told = [...loginEndedCodes, ...quiet]
    if (!failed || (error instanceof CallError && told.includes(error.code))) return
    const { title, fallback = TRY_AGAIN, textOf = serverTextOf } = failed
    toast({ title, description: textOf(error, fallback), variant: 'destructive' })
  },
})

/**
 * Nothing goes stale, polls or retries by itself (`visitor.md §7`); what must, says so in its own query. A query that
 * failed is refetched once the network is back.
 */
export const queryClient = new QueryClient({
  mutationCache,
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : false),
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

const queries = queryClient.getQueryCache()
queries.subscribe((event) => {
  // A failed ad may be the work of an ad blocker.
  if (event.type !== 'updated' || event.action.type !== 'error' || event.query.meta?.isQuiet) return
  const failure = event.action.error.cause ?? event.action.error
  if (isOutage(failure)) noticeOutage(getRetryAfter(failure))
})
// Refetches what failed, as TanStack Query does when the network is back.
onRetry(() => queries.onOnline())
