import {
  deleteOwnAccount,
  deleteUserAccount,
  downloadOwnData,
  downloadUserData,
} from '@hotvote/shared/visitor/personal-data'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { noSuchUser } from '../../domain/errors.ts'
import { recordOperator } from '../../platform/audit/audit-log.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import {
  clearSessionCookie,
  limitedVisitor,
  noSession,
  operator,
  requireSameUser,
  requireSession,
} from '../../platform/http/guards.ts'
import { clearReported } from '../../platform/http/reported-cookie.ts'
import { deleteAccount, eraseOwnAccount } from './account-deletion.service.ts'
import { sendData } from './data-download.ts'

export const personalDataRoutes = (deps: Deps): Router => {
  const router = Router()
  const known = requireSession(deps)
  const reader = limitedVisitor(deps, 'personalData', known)
  const leaver = limitedVisitor(deps, 'profile', known)

  endpoint(router, downloadOwnData, reader, async ({ params }, { userId }, res) => {
    requireSameUser(userId, params.userId)
    if (!(await sendData(deps, userId, { res }))) throw noSession()
    return undefined
  })
  endpoint(router, deleteOwnAccount, leaver, async ({ params }, { userId }, res) => {
    requireSameUser(userId, params.userId)
    await eraseOwnAccount(deps, userId, res.locals.requestId)
    clearSessionCookie(res, deps.config)
    clearReported(res, deps.config)
    return undefined
  })
  endpoint(router, downloadUserData, operator, async ({ params: { userId } }, caller, res) => {
    const beforeSending = () =>
      recordOperator(deps.db, caller, { event: 'PERSONAL_DATA_EXPORTED', context: { userId } })
    if (!(await sendData(deps, userId, { res, beforeSending }))) throw noSuchUser()
    return undefined
  })
  endpoint(router, deleteUserAccount, operator, ({ params, query }, caller) =>
    deleteAccount(deps, { ...params, createdAt: query.createdAt, isBarred: query.neverAgain === 'true' }, caller),
  )
  return router
}
