import { PLOT_DAYS } from '@hotvote/shared/limits'
import { recordEvent, redirectsPerDay } from '@hotvote/shared/visitor/traffic'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { guard, operator } from '../../platform/http/guards.ts'
import { countRedirect, countRedirects } from './traffic.queries.ts'

export const trafficRoutes = (deps: Pick<Deps, 'db' | 'rateLimit'>): Router => {
  const router = Router()
  const counted = guard({ isLimited: true }, (req) => deps.rateLimit('event', { address: req.ip }))

  endpoint(router, recordEvent, counted, ({ body }) => countRedirect(deps.db, body.kind))
  endpoint(router, redirectsPerDay, operator, () => countRedirects(deps.db, PLOT_DAYS))
  return router
}
