import { IDLE_TIME, idleRedirectConfig, recordEvent } from '@hotvote/shared/traffic'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import type { Guard } from '../../http/guards.ts'
import { countRedirect, currentRedirects } from './traffic.queries.ts'

/** Settings are read from the database each time: a change holds at once, on every process. */
export const trafficRoutes = (deps: Pick<Deps, 'db' | 'rateLimit'>): Router => {
  const router = Router()
  const anybody: Guard<void> = (req) => deps.rateLimit('settings', { address: req.ip })
  const counted: Guard<void> = (req) => deps.rateLimit('event', { address: req.ip })

  endpoint(router, idleRedirectConfig, anybody, async () => {
    const row = await currentRedirects(deps.db)
    return {
      enabled: row?.isActive ?? false,
      idleRedirectTime: row?.idleRedirectTime ?? IDLE_TIME.default,
      idleRedirectUrl: row?.idleRedirectUrl ?? '',
      backButtonUrl: row?.backButtonUrl ?? '',
    }
  })
  endpoint(router, recordEvent, counted, ({ body }) => countRedirect(deps.db, body.kind))
  return router
}
