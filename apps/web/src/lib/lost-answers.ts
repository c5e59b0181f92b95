import { CallError, NotCalledError } from './call-error.ts'
import { queryClient } from './query-client.ts'
import { type ToastContent, toast } from './toasts.ts'

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

const { config } = queryClient.getMutationCache()
const { onError: tellFailure } = config
/** What names its truth comes with this; no picture waits for it. */
config.onError = (...failure) => {
  const [error, , , mutation] = failure
  const truth = mutation.meta?.truth
  if (!truth || !isUnanswered(error)) return tellFailure?.(...failure)
  for (const queryKey of truth) void queryClient.invalidateQueries({ queryKey })
  toast(UNKNOWN)
}
