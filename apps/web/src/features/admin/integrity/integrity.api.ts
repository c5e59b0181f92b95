import type { Parsed, Sent } from '@hotvote/shared/contract'
import type {
  countVotesAgain,
  listOutliers,
  listSetAsides,
  SomeVotes,
  setVotesAside,
  syntheticVotes,
} from '@hotvote/shared/integrity'
import type { Operation } from '@hotvote/shared/operations'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { LIST_CACHE_MS } from '../../../lib/browser/use-location-key.ts'
import { queryClient } from '../../../lib/net/query-client.ts'
import { pagesAsOperator, startOperation } from '../../../lib/operator/call-as-operator.ts'
import { operatorQuery } from '../../../lib/operator/operator-query.ts'

const OUTLIERS = ['admin', 'outliers']

/** What stands out now; asked anew each time the screen is opened. */
export const outliersQuery = (filters: Partial<Sent<typeof listOutliers, 'query'>>, locationKey: string) =>
  infiniteQueryOptions({
    queryKey: [...OUTLIERS, filters, locationKey],
    ...pagesAsOperator<typeof listOutliers>('GET /api/admin/outliers', { query: filters }),
    // A vote between two pages may move a row to the next one: each once.
    select: ({ pages }) => [...new Map(pages.flatMap(({ items }) => items).map((row) => [row.key, row])).values()],
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: LIST_CACHE_MS,
  })

export const setAsidesQuery = infiniteQueryOptions({
  queryKey: ['admin', 'set-asides'],
  ...pagesAsOperator<typeof listSetAsides>('GET /api/admin/set-asides'),
  select: ({ pages }) => pages.flatMap(({ items }) => items),
  staleTime: 0,
})

export const syntheticQuery = operatorQuery<typeof syntheticVotes>('GET /api/admin/synthetic-votes')

/** After votes were set aside or count again. */
export const refetchIntegrity = () => {
  for (const queryKey of [OUTLIERS, setAsidesQuery.queryKey, syntheticQuery.queryKey])
    void queryClient.invalidateQueries({ queryKey })
}

/** What is done with votes: the one way, or back. */
export type Move = { aside: SomeVotes } | { again: Parsed<typeof countVotesAgain, 'body'> }

export const startMove = (move: Move): Promise<Operation> =>
  'aside' in move
    ? startOperation<typeof setVotesAside>('POST /api/admin/set-votes-aside', { body: move.aside })
    : startOperation<typeof countVotesAgain>('POST /api/admin/count-votes-again', { body: move.again })
