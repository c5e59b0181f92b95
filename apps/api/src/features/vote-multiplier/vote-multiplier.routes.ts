import { operatorVoteMultiplier, saveVoteMultiplier, voteMultiplierConfig } from '@hotvote/shared/vote-multiplier'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { type Guard, operator } from '../../http/guards.ts'
import { saveSetting } from '../audit/settings.service.ts'
import { currentMultiplier, savedMultiplier, writeMultiplier } from './vote-multiplier.queries.ts'

/** Votes are shown as they are. */
const NONE = { isEnabled: false, multiplier: 1 }

/** Read from the database each time: a change holds at once, on every process. */
export const voteMultiplierRoutes = (deps: Pick<Deps, 'db' | 'log' | 'rateLimit'>): Router => {
  const router = Router()
  const anybody: Guard<void> = (req) => deps.rateLimit('settings', { address: req.ip })

  endpoint(router, voteMultiplierConfig, anybody, async () => (await currentMultiplier(deps.db)) ?? NONE)
  endpoint(router, operatorVoteMultiplier, operator, async () => {
    const saved = await savedMultiplier(deps.db)
    return { ...NONE, ...saved, updatedAt: saved?.updatedAt.toISOString() ?? null }
  })
  endpoint(router, saveVoteMultiplier, operator, async ({ body }, who) => {
    const context = { setting: 'vote-multiplier', ...body }
    const saved = await saveSetting(deps, who, { context, write: (tx) => writeMultiplier(tx, body) })
    return { ...saved, updatedAt: saved.updatedAt.toISOString() }
  })
  return router
}
