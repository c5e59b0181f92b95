import { latestOperation, stopOperation } from '@hotvote/shared/operator/operations'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../http/endpoint.ts'
import { operator } from '../http/guards.ts'
import { findLatest, requestOperationStop } from './operations.service.ts'

export const operationRoutes = (deps: Deps): Router => {
  const router = Router()
  endpoint(router, latestOperation, operator, ({ params }) => findLatest(deps, params.kind))
  endpoint(router, stopOperation, operator, ({ params }, caller) => requestOperationStop(deps, params.kind, caller))
  return router
}
