import { countInactive, purgeInactive } from '@hotvote/shared/database'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { operator } from '../../http/guards.ts'
import { inactiveAccounts, purgeAccounts } from './purge.service.ts'

export const databaseRoutes = (deps: Deps): Router => {
  const router = Router()
  endpoint(router, countInactive, operator, () => inactiveAccounts(deps))
  endpoint(router, purgeInactive, operator, (_input, who, res) => purgeAccounts(deps, who, res))
  return router
}
