import { latestOperation, stopOperation } from '@hotvote/shared/operations'
import { Router } from 'express'
import type { Deps } from '../deps.ts'
import { endpoint } from '../http/endpoint.ts'
import { operator } from '../http/guards.ts'
import { latestOf, stopOf } from './operations.service.ts'

/** How far long work is, and its stop; what starts it stands in its feature. */
export const operationRoutes = (deps: Deps): Router => {
  const router = Router()
  endpoint(router, latestOperation, operator, ({ params }) => latestOf(deps, params.kind))
  endpoint(router, stopOperation, operator, ({ params }, caller) => stopOf(deps, params.kind, caller))
  return router
}
