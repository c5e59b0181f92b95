import type { QueryKey } from '@tanstack/react-query'
import { type ToastContent, toast } from '../browser/toasts.ts'
import { CallError, isTransient, NotCalledError } from './call-error.ts'
import { queryClient } from './query-client.ts'

/** Answers of a proxy that gave up waiting for the server, which may have done what was requested. */
const GATEWAY = [502, 504]

/** Whether the answer got lost: nobody knows whether the request was carried out. */
export const isUnanswered = (error: unknown) =>
  error instanceof CallError ? GATEWAY.includes(error.status) && error.text === '' : !(error instanceof NotCalledError)

/** Neither done nor failed (docs/decisions/037). */
const UNKNOWN: ToastContent = {
  title: 'No answer came',
  description: 'Whether it was done is not known. What you see is being read again.',
  variant: 'destructive',
}

/** Milliseconds before a failed refetch is tried again; twice as long each time. */
const FIRST_PAUSE_MS = 1000

/** Refetches until the server answers or the page is left. */
async function refetchUntilAnswered(queryKey: QueryKey, pause = FIRST_PAUSE_MS) {
  try {
    await queryClient.invalidateQueries({ queryKey }, { throwOnError: true })
  } catch (error) {
    if (!isTransient(error) || error instanceof NotCalledError) return
    // Replaces the toast of a list that could not be refreshed.
    toast(UNKNOWN)
    setTimeout(() => void refetchUntilAnswered(queryKey, 2 * pause), pause)
  }
}

const { config } = queryClient.getMutationCache()
const { onError: toastFailure } = config
/** Loaded with the screens whose mutations set `refetchOnLostAnswer`, so not in the first load. */
config.onError = (...failure) => {
  const [error, , , mutation] = failure
  const queryKeys = mutation.meta?.refetchOnLostAnswer
  if (!queryKeys || !isUnanswered(error)) return toastFailure?.(...failure)
  for (const queryKey of queryKeys) void refetchUntilAnswered(queryKey)
  toast(UNKNOWN)
}
