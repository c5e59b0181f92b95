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
import { onRetry, reportOutage } from './reachability.ts'

type MutationMeta = {
  /** Queries to invalidate after success, a conflict, or if another user has deleted the object. */
  invalidates?: QueryKey[]
  /** Toast to show after success. */
  done?: ToastContent
  /** Toast to show after a failure, with the server's message or `fallback`. `getText` can rewrite the message. */
  failed?: { title: string; fallback?: string; getText?: (error: unknown, fallback: string) => string }
  /** Error codes for which no toast is shown, because the screen handles them itself. */
  quiet?: ErrorCode[]
  /** Queries to refetch after a lost response, to show whether the change was made (docs/decisions/020). */
  refetchOnLostAnswer?: QueryKey[]
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: MutationMeta
    /** `isQuiet` hides failures of the query. */
    queryMeta: { isQuiet?: boolean }
  }
}

const loginEndedCodes: (ErrorCode | undefined)[] = [
  'not_operator',
  'no_session',
  'saved_elsewhere',
  'login_ended',
  'account_deleted',
]

const TRY_AGAIN = 'Please try again in a moment.'

const invalidate = (queryKeys: QueryKey[] = []) => {
  for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey })
}

/** Shows toasts and invalidates queries after every mutation. */
const mutationCache: MutationCache = new MutationCache({
  onSuccess: (...[, , , { meta }]) => {
    invalidate(meta?.invalidates)
    if (meta?.done) toast(meta.done)
  },
  onError: (...[error, , , { meta }]) => {
    if (meta?.refetchOnLostAnswer && isUnanswered(error)) {
      invalidate(meta.refetchOnLostAnswer)
      const description = navigator.onLine ? 'Reloading…' : "You're offline. Check the change when you're back online."
      return toast({ title: "We couldn't confirm the change", description, variant: 'destructive' })
    }
    // Refetch, because another user has changed or deleted the data.
    if (hasStatus(error, 404, 409)) invalidate(meta?.invalidates)
    // Don't show a second toast for an expired login, which the call has already reported.
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
  // Ignore quiet queries, because ad blockers often make ad queries fail.
  if (event.type !== 'updated' || event.action.type !== 'error' || event.query.meta?.isQuiet) return
  const failure = event.action.error.cause ?? event.action.error
  if (isOutage(failure)) reportOutage(getRetryAfter(failure))
})
/** Refetches the failed queries on screen, as TanStack Query does when the browser is back online. */
export const refetchFailed = () => queries.onOnline()
onRetry(refetchFailed)
