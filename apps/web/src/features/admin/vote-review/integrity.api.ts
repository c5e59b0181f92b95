import type { Sent } from '@hotvote/shared/contract'
import type { Operation } from '@hotvote/shared/operator/operations'
import type {
  countVotesAgain,
  listOutliers,
  listSetAsides,
  SomeVoters,
  setVotesAside,
  syntheticVotes,
} from '@hotvote/shared/operator/vote-review'
import { queryClient } from '../../../lib/api/query-client.ts'
import { startOperation } from '../../../lib/operator/call-as-operator.ts'
import { operatorQuery, pageQuery } from '../../../lib/operator/operator-query.ts'

const OUTLIERS = ['admin', 'outliers']

export const outliersQuery = (query: Partial<Sent<typeof listOutliers, 'query'>>, cursor: string) =>
  pageQuery<typeof listOutliers>('GET /api/admin/outliers', cursor, { query })

const SET_ASIDES = ['admin', 'set-asides']

export const setAsidesQuery = (cursor: string) => pageQuery<typeof listSetAsides>('GET /api/admin/set-asides', cursor)

export const syntheticQuery = operatorQuery<typeof syntheticVotes>('GET /api/admin/synthetic-votes')

export const refetchIntegrity = () => {
  for (const queryKey of [OUTLIERS, SET_ASIDES, syntheticQuery.queryKey])
    void queryClient.invalidateQueries({ queryKey })
}

export type Move = { aside: SomeVoters } | { setAsideId: number }

export const startMove = (move: Move): Promise<Operation> =>
  'aside' in move
    ? startOperation<typeof setVotesAside>('POST /api/admin/set-votes-aside', { body: move.aside })
    : startOperation<typeof countVotesAgain>('POST /api/admin/count-votes-again', { body: move })
