import type { QueryKey } from '@tanstack/react-query'
import { type ToastContent, toast } from '../browser/toasts.ts'
import { CallError, isTransient, NotCalledError } from './call-error.ts'
import { queryClient } from './query-client.ts'

/** Answers of a proxy that waited for the server in vain: what was asked for may have been done. */
const GATEWAY = [502, 504]

/** Whether the answer got lost: nobody knows whether what was asked for was done. */
export const isUnanswered = (error: unknown) =>
  error instanceof CallError ? GATEWAY.includes(error.status) && error.text === '' : !(error instanceof NotCalledError)

/** Neither done nor failed (docs/decisions/037). */
const UNKNOWN: ToastContent = {
  title: 'No answer came',
  description: 'Whether it was done is not known. What you see is being read again.',
  variant: 'destructive',
}

/** Milliseconds before what could not be read is read again; twice as long each time. */
const PAUSE = 1000

/** A server whose answer got lost may not answer this either: until it does, as long as the screen is open. */
async function readAgain(queryKey: QueryKey, pause = PAUSE) {
  try {
    await queryClient.invalidateQueries({ queryKey }, { throwOnError: true })
  } catch (error) {
    if (!isTransient(error) || error instanceof NotCalledError) return
    // In place of what a list says that could not be refreshed.
    toast(UNKNOWN)
    setTimeout(() => void readAgain(queryKey, 2 * pause), pause)
  }
}

const { config } = queryClient.getMutationCache()
const { onError: tellFailure } = config
/** What names its truth comes with this; no picture waits for it. */
config.onError = (...failure) => {
  const [error, , , mutation] = failure
  const truth = mutation.meta?.truth
  if (!truth || !isUnanswered(error)) return tellFailure?.(...failure)
  for (const queryKey of truth) void readAgain(queryKey)
  toast(UNKNOWN)
}
