import type { QueryKey } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'

/**
 * Changes what is loaded of these lists, without asking for it again. Only what is on its way is asked for anew: it was
 * asked for before, and would bring back how it was.
 */
export function changeLists<Data>(queryKey: QueryKey, change: (data: Data) => Data) {
  queryClient.setQueriesData<Data>({ queryKey }, (data) => data && change(data))
  void queryClient.invalidateQueries({ queryKey, fetchStatus: 'fetching' })
}
