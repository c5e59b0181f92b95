import { fixUserSequence, populateVotes } from '@hotvote/shared/operator/votes'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { operator, operatorWithPreference } from '../../platform/http/guards.ts'
import { fixSequence, startPopulation } from './population.service.ts'

/** See `admin.md §7`. */
export const populationRoutes = (deps: Deps): Router => {
  const router = Router()
  endpoint(router, populateVotes, operatorWithPreference, ({ query }, caller) => startPopulation(deps, query, caller))
  endpoint(router, fixUserSequence, operator, (_input, caller) => fixSequence(deps, caller))
  return router
}
