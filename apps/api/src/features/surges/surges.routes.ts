import { decideSurge } from '@hotvote/shared/surges'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { operator } from '../../http/guards.ts'
import { decideSurgeOnce } from './surges.service.ts'

export const surgeRoutes = (deps: Pick<Deps, 'db' | 'log'>): Router => {
  const router = Router()
  endpoint(router, decideSurge, operator, ({ params, body }, caller) =>
    decideSurgeOnce(deps, { ...params, ...body }, caller),
  )
  return router
}
