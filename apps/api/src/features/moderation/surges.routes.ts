import { decideSurge } from '@hotvote/shared/operator/surges'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { operator } from '../../platform/http/guards.ts'
import { decideSurgeOnce } from './surges.service.ts'

export const surgeRoutes = (deps: Pick<Deps, 'db' | 'log'>): Router => {
  const router = Router()
  endpoint(router, decideSurge, operator, ({ params, body }, caller) =>
    decideSurgeOnce(deps, { ...params, ...body }, caller),
  )
  return router
}
