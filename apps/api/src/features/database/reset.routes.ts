import { resetDatabase } from '@hotvote/shared/operator/reset'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { operatorWithPreference } from '../../platform/http/guards.ts'
import { resetAll } from './reset.service.ts'

export const resetRoutes = (deps: Deps): Router => {
  const router = Router()
  endpoint(router, resetDatabase, operatorWithPreference, (_input, caller) => resetAll(deps, caller))
  return router
}
