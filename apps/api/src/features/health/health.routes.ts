import { health } from '@hotvote/shared/health'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { operator } from '../../http/guards.ts'
import { openReadiness } from '../../http/probes.ts'
import { healthOf } from './health.service.ts'

export const healthRoutes = (deps: Pick<Deps, 'db' | 'config' | 'storage' | 'log'>): Router => {
  const router = Router()
  const readiness = openReadiness(deps)
  endpoint(router, health, operator, () => healthOf(deps, readiness))
  return router
}
