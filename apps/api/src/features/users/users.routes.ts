import { countInactive, listUsers, purgeInactive, userTotals } from '@hotvote/shared/users'
import { Router } from 'express'
import { cachedCount } from '../../db/cached-count.ts'
import type { Deps } from '../../deps.ts'
import { withIsoTimes } from '../../domain/iso-times.ts'
import { endpoint } from '../../http/endpoint.ts'
import { operator, operatorWithPreference } from '../../http/guards.ts'
import { withPageHeaders } from '../../http/list-page.ts'
import { inactiveAccounts, purgeAccounts } from './purge.service.ts'
import { countOfUsers, isFiltered, totalsOfUsers, type UserQuery, usersPage } from './users.queries.ts'

/** Everybody who came, for the operator (`admin.md §7`). */
export const userRoutes = (deps: Pick<Deps, 'db' | 'log'>): Router => {
  const { db } = deps
  const router = Router()
  const totals = cachedCount(
    () => totalsOfUsers(db),
    ({ totalUsers }) => totalUsers,
  )

  const countOf = async (query: UserQuery) =>
    isFiltered(query) ? countOfUsers(db, query) : (await totals()).totalUsers

  endpoint(router, listUsers, operator, async ({ query }, _caller, res) => {
    const [page, total] = await Promise.all([usersPage(db, query), countOf(query)])
    return withPageHeaders(res, query, { ...page, total }).map(withIsoTimes)
  })
  endpoint(router, userTotals, operator, totals)
  endpoint(router, countInactive, operator, () => inactiveAccounts(deps))
  endpoint(router, purgeInactive, operatorWithPreference, (_input, caller) => purgeAccounts(deps, caller))
  return router
}
