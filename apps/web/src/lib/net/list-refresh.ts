import type { QueryKey } from '@tanstack/react-query'
import { toast } from '../browser/toasts.ts'
import { CallError } from './call-error.ts'
import { reasonOf } from './load-reason.ts'
import { loginEndedCodes, queryClient } from './query-client.ts'

/** What a visitor's or the operator's list is known by. Others are read behind the scenes. */
const LISTS: unknown[] = ['admin', 'stats']

/** A list that stays as it was says so, unless its `meta` wants it quiet; one that was never there says it in its own place. */
queryClient.getQueryCache().config.onError = (error, { queryKey, state, options, meta }) => {
  const isPolled = 'refetchInterval' in options
  // A further page says so at the end of the list.
  const isFurther = Boolean(state.fetchMeta?.fetchMore)
  if (meta?.isQuiet || state.data === undefined || isPolled || isFurther || !LISTS.includes(queryKey[0])) return
  tell(error)
}

function tell(error: Error) {
  if (error instanceof CallError && loginEndedCodes.includes(error.code)) return
  toast({ title: 'Not up to date', description: reasonOf(error.cause ?? error), variant: 'destructive' })
}

/** Refetches lists that follow the site, too: who asks for them is told what fails, as nobody is while they follow it. */
export async function refreshLists(queryKey: QueryKey) {
  await queryClient.invalidateQueries({ queryKey })
  const polled = queryClient
    .getQueryCache()
    .findAll({ queryKey, type: 'active' })
    .filter(({ options }) => 'refetchInterval' in options)
  const failed = polled.find(({ state }) => state.data !== undefined && state.error !== null)
  if (failed?.state.error) tell(failed.state.error)
}
