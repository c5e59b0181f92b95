import { health, sendTestEmail } from '@hotvote/shared/operator/health'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { operator } from '../../platform/http/guards.ts'
import { openReadiness } from '../../platform/http/probes.ts'
import { readHealth, sendTestEmail as sendNow } from './health.service.ts'

export const healthRoutes = (
  deps: Pick<Deps, 'brands' | 'config' | 'db' | 'log' | 'mailer' | 'rateLimit' | 'storage'>,
): Router => {
  const router = Router()
  const readiness = openReadiness(deps)
  endpoint(router, health, operator, () => readHealth(deps, readiness))
  endpoint(router, sendTestEmail, operator, (_input, caller) => sendNow(deps, caller))
  return router
}
