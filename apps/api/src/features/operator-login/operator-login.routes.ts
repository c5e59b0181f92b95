import { operatorLogIn, operatorLogOut } from '@hotvote/shared/operator/operator-login'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { guard, operator } from '../../platform/http/guards.ts'
import { notOperator, readCredentials } from '../../platform/http/operator.ts'
import { endLogin, isOpenLogin, openLogin } from './operator-login.service.ts'

/** Issues a token, so browsers need not store the operator's password (docs/decisions/008). */
export const operatorLoginRoutes = (deps: Pick<Deps, 'db' | 'config' | 'log'>): Router => {
  const router = Router()
  // The middleware of `/api/admin` has already checked the credentials.
  const byCredentials = guard({}, async (req, res) => ({
    credentials: readCredentials(req) ?? '',
    caller: await operator(req, res),
  }))
  // Tokens cannot create further tokens, because logging out would then not end all access.
  const byPassword = guard({}, async (req, res) => {
    const { credentials, caller } = await byCredentials(req, res)
    if ((await isOpenLogin(deps, credentials)) !== undefined) throw notOperator()
    return caller
  })

  endpoint(router, operatorLogIn, byPassword, (_input, caller) => openLogin(deps, caller))
  endpoint(router, operatorLogOut, byCredentials, async (_input, { credentials, caller }) => {
    await endLogin(deps, credentials, caller)
    return undefined
  })
  return router
}
