import { operatorVoteMultiplier, saveVoteMultiplier, voteMultiplierConfig } from '@hotvote/shared/vote-multiplier'
import { Router } from 'express'
import type { Db } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { type Guard, operator } from '../../http/guards.ts'
import { saveSetting } from '../settings/settings.service.ts'
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
  endpoint(router, saveVoteMultiplier, operator, async ({ body: { asRead, ...wanted } }, who) => {
    const context = { setting: 'vote-multiplier', ...wanted }
    const write = (tx: Db) => writeMultiplier(tx, wanted)
    const saved = await saveSetting(deps, who, { context, asRead, wanted, read: savedMultiplier, write })
    return { ...saved, updatedAt: saved.updatedAt.toISOString() }
  })
  return router
}
