import {
  countVotesAgain,
  dismissOutlier,
  listOutliers,
  listSetAsides,
  setVotesAside,
  syntheticVotes,
} from '@hotvote/shared/operator/vote-review'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { withIsoTimes } from '../../domain/iso-times.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { operator, operatorWithPreference } from '../../platform/http/guards.ts'
import { withPageHeaders } from '../../platform/http/list-page.ts'
import { changeDismissal, outliersPage } from './outliers.service.ts'
import { setAsidesPage, syntheticTotals } from './set-aside.queries.ts'
import { countAgain, setAside } from './set-aside.service.ts'

/** See docs/decisions/032. */
export const integrityRoutes = (deps: Pick<Deps, 'db' | 'log'>): Router => {
  const router = Router()
  endpoint(router, listOutliers, operator, async ({ query }, _caller, res) => {
    return withPageHeaders(res, query, await outliersPage(deps, query))
  })
  endpoint(router, dismissOutlier, operator, ({ body }, caller) => changeDismissal(deps, body, caller))
  endpoint(router, setVotesAside, operatorWithPreference, ({ body }, caller) => setAside(deps, body, caller))
  endpoint(router, countVotesAgain, operatorWithPreference, ({ body }, caller) =>
    countAgain(deps, body.setAsideId, caller),
  )
  endpoint(router, listSetAsides, operator, async ({ query }, _caller, res) => {
    const page = await setAsidesPage(deps.db, query)
    return withPageHeaders(res, query, page).map(withIsoTimes)
  })
  endpoint(router, syntheticVotes, operator, () => syntheticTotals(deps.db))
  return router
}
