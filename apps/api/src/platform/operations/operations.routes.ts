import { latestOperation, type OperationKind, stopOperation } from '@hotvote/shared/operator/operations'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { endpoint } from '../http/endpoint.ts'
import { type Operator, operator } from '../http/guards.ts'
import { findLatest, requestOperationStop } from './operations.service.ts'

/** Operations that moderators may start. */
const OF_MODERATORS: OperationKind[] = ['delete-media', 'empty-trash', 'restore-media', 'set-votes-aside']

const refuseOthers = ({ role }: Operator, kind: OperationKind) => {
  if (role !== 'admin' && !OF_MODERATORS.includes(kind)) throw new AppError('forbidden', 'Only admins can do this.')
}

export const operationRoutes = (deps: Deps): Router => {
  const router = Router()
  endpoint(router, latestOperation, operator, ({ params }, caller) => {
    refuseOthers(caller, params.kind)
    return findLatest(deps, params.kind)
  })
  endpoint(router, stopOperation, operator, ({ params }, caller) => {
    refuseOthers(caller, params.kind)
    return requestOperationStop(deps, params.kind, caller)
  })
  return router
}
