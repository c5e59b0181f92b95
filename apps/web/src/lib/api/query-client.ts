import type { ErrorCode } from '@hotvote/shared/contract'
import { MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { type ToastContent, toast } from '../browser/toasts.ts'
import {
  CallError,
  getRetryAfter,
  hasStatus,
  isOutage,
  isUnanswered,
  describeError as serverText,
} from './call-error.ts'
import { noticeOutage, onRetry } from './reachability.ts'

type MutationMeta = {
  /** Invalidated after success, and after a conflict. */
  invalidates?: QueryKey[]
  /** Toast after success. */
  done?: ToastContent
  /** Toast after a failure, with the server's message or `fallback`; `getText` rewrites the message. */
  failed?: { title: string; fallback?: string; getText?: (error: unknown, fallback: string) => string }
  /** Error codes without a toast, because the screen shows them itself. */
  quiet?: ErrorCode[]
  /** Refetched after a lost answer, to show whether the change was made (docs/decisions/020). */
  refetchOnLostAnswer?: QueryKey[]
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: MutationMeta
    /** `isQuiet` hides failures of the query. */
    queryMeta: { isQuiet?: boolean }
  }
}

const loginEndedCodes: (ErrorCode | undefined)[] = ['not_operator', 'saved_elsewhere', 'login_ended', 'account_deleted']

export const TRY_AGAIN = 'Please try again in a moment.'

const invalidate = (queryKeys: QueryKey[] = []) => {
  for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey })
}

/** Shows the outcome of every mutation. */
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
    // Another user changed the data first, so the screen is outdated.
    if (hasStatus(error, 409)) invalidate(meta?.invalidates)
    // Shows no second toast for an expired login, which the call has already reported.
    const { failed, quiet = [] } = meta ?? {}
    const told = [...loginEndedCodes, ...quiet]
    if (!failed || (error instanceof CallError && told.includes(error.code))) return
    const { title, fallback = TRY_AGAIN, getText = serverText } = failed
    toast({ title, description: getText(error, fallback), variant: 'destructive' })
  },
})

/** Queries refetch and retry only if they opt in (`visitor.md §7`), or after an outage. */
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
  // Ignores quiet queries, because ad blockers often make ad queries fail.
  if (event.type !== 'updated' || event.action.type !== 'error' || event.query.meta?.isQuiet) return
  const failure = event.action.error.cause ?? event.action.error
  if (isOutage(failure)) noticeOutage(getRetryAfter(failure))
})
// Refetches failed queries, like TanStack Query does when back online.
onRetry(() => queries.onOnline())
