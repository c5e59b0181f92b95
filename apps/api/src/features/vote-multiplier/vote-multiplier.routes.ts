import { voteMultiplierConfig } from '@hotvote/shared/vote-multiplier'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import type { Guard } from '../../http/guards.ts'
import { currentMultiplier } from './vote-multiplier.queries.ts'

/** Read from the database each time: a change holds at once, on every process. */
export const voteMultiplierRoutes = (deps: Pick<Deps, 'db' | 'rateLimit'>): Router => {
  const router = Router()
  const anybody: Guard<void> = (req) => deps.rateLimit('settings', { address: req.ip })

  endpoint(
    router,
    voteMultiplierConfig,
    anybody,
    async () => (await currentMultiplier(deps.db)) ?? { isEnabled: false, multiplier: 1 },
  )
  return router
}
