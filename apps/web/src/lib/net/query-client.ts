import type { ErrorCode } from '@hotvote/shared/errors'
import { MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { type ToastContent, toast } from '../browser/toasts.ts'
import { CallError, textOf } from './call-error.ts'

type MutationMeta = {
  /** Queries that are no longer true after success. */
  stale?: QueryKey[]
  /** Shown after success. */
  done?: ToastContent
  /** Shown after a failure: the server's words, else `fallback`, else to try again. */
  failed?: { title: string; fallback?: string }
  /** For what is not undone by asking again: what tells whether it was done, read anew when the answer got lost. */
  truth?: QueryKey[]
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: MutationMeta
  }
}

export const endedLogin: (ErrorCode | undefined)[] = ['not_operator', 'saved_elsewhere']

/** What is told of a change that failed without a word of the server. */
export const TRY_AGAIN = 'Please try again in a moment.'

/** One place that tells people how a change went, so that no screen has to. */
const mutationCache: MutationCache = new MutationCache({
  onSuccess: (...[, , , { meta }]) => {
    for (const queryKey of meta?.stale ?? []) void queryClient.invalidateQueries({ queryKey })
    if (meta?.done) toast(meta.done)
  },
  onError: (...[error, , , { meta }]) => {
    // Somebody else was faster: what the screen shows is no longer true.
    if (error instanceof CallError && error.status === 409)
      for (const queryKey of meta?.stale ?? []) void queryClient.invalidateQueries({ queryKey })
    // A login that ended was told already, by the call itself.
    if (!meta?.failed || (error instanceof CallError && endedLogin.includes(error.code))) return
    const { title, fallback = TRY_AGAIN } = meta.failed
    toast({ title, description: textOf(error, fallback), variant: 'destructive' })
  },
})

/**
 * Nothing goes stale, polls or retries by itself (`visitor.md §7`); what must, says so in its own query. What failed is
 * asked for again once the network is back.
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
