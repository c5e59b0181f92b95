import type { ErrorCode } from '@hotvote/shared/errors'
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryClient,
  type QueryFilters,
  type QueryKey,
} from '@tanstack/react-query'
import { type ToastContent, toast } from '../browser/toasts.ts'
import { CallError, hasStatus, textOf as serverTextOf } from './call-error.ts'

type MutationMeta = {
  /** Query keys to invalidate after success, and after a conflict. */
  invalidates?: QueryKey[]
  /** Shown after success. */
  done?: ToastContent
  /** Shown after a failure: the server's words, or what `textOf` makes of them, else `fallback`, else to try again. */
  failed?: { title: string; fallback?: string; textOf?: (error: unknown, fallback: string) => string }
  /** Failures that the screen tells by itself: these, or all while it answers true. */
  quiet?: ErrorCode[] | (() => boolean)
  /** Query keys that tell whether it was done, refetched when the answer got lost. For what must not be sent twice. */
  refetchOnLostAnswer?: QueryKey[]
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: MutationMeta
    /** `isQuiet`: no failure is shown. */
    queryMeta: { isQuiet?: boolean }
  }
}

export const loginEndedCodes: (ErrorCode | undefined)[] = [
  'not_operator',
  'saved_elsewhere',
  'login_ended',
  'account_deleted',
]

/** Shown for a mutation that failed without a text of the server. */
export const TRY_AGAIN = 'Please try again in a moment.'

/** The only place that shows how a mutation went, so that no screen has to. */
const mutationCache: MutationCache = new MutationCache({
  onSuccess: (...[, , , { meta }]) => {
    for (const queryKey of meta?.invalidates ?? []) void queryClient.invalidateQueries({ queryKey })
    if (meta?.done) toast(meta.done)
  },
  onError: (...[error, , , { meta }]) => {
    // Somebody else was faster: what the screen shows is stale.
    if (hasStatus(error, 409))
      for (const queryKey of meta?.invalidates ?? []) void queryClient.invalidateQueries({ queryKey })
    // A login that ended was shown already, by the call itself.
    const { failed, quiet = [] } = meta ?? {}
    const told = [...loginEndedCodes, ...(typeof quiet === 'function' ? [] : quiet)]
    if (!failed || (error instanceof CallError && told.includes(error.code))) return
    if (typeof quiet === 'function' && quiet()) return
    const { title, fallback = TRY_AGAIN, textOf = serverTextOf } = failed
    toast({ title, description: textOf(error, fallback), variant: 'destructive' })
  },
})

class SiteQueryClient extends QueryClient {
  /**
   * What is being read for the first time, too, is read once more after that: its answer may be from before the change. One
   * that fails says so, and is not tried again by itself.
   */
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ) {
    const read = this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' } as QueryFilters)
    const again = read
      .filter(({ state }) => state.data === undefined)
      .map(({ promise, queryKey }) =>
        promise?.then(
          () => super.invalidateQueries({ queryKey, exact: true }, options),
          () => {},
        ),
      )
    await Promise.all([super.invalidateQueries(filters, options), ...again])
  }
}

/**
 * Nothing goes stale, polls or retries by itself (`visitor.md §7`); what must, says so in its own query. A query that
 * failed is refetched once the network is back.
 */
export const queryClient = new SiteQueryClient({
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
