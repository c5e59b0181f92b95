import { operatorLogIn, operatorLogOut } from '@hotvote/shared/operator-login'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { guard } from '../../http/guards.ts'
import { credentialsOf, notOperator } from '../../http/operator.ts'
import { endLogin, isOpenLogin, openLogin } from './operator-login.service.ts'

/** The token that a browser stores in place of the operator's password (docs/decisions/043). */
export const operatorLoginRoutes = (deps: Pick<Deps, 'db' | 'config'>): Router => {
  const router = Router()
  // The middleware of `/api/admin` has checked them.
  const readCredentials = guard({}, (req) => credentialsOf(req) ?? '')
  // A token opens no further login, or logging out would not end those that were opened with it.
  const byPassword = guard({}, async (req, res) => {
    if ((await isOpenLogin(deps, await readCredentials(req, res))) !== undefined) throw notOperator()
  })

  endpoint(router, operatorLogIn, byPassword, () => openLogin(deps))
  endpoint(router, operatorLogOut, readCredentials, async (_input, credentials) => {
    await endLogin(deps, credentials)
    return undefined
  })
  return router
}
