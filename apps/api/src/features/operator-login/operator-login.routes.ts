import { operatorLogIn, operatorLogOut } from '@hotvote/shared/operator-login'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import type { Guard } from '../../http/guards.ts'
import { credentialsOf, notOperator } from '../../http/operator.ts'
import { endLogin, isOpenLogin, openLogin } from './operator-login.service.ts'

/** What a browser keeps of the operator in place of the password (docs/decisions/043). */
export const operatorLoginRoutes = (deps: Pick<Deps, 'db' | 'config'>): Router => {
  const router = Router()
  // The mount has checked them.
  const credentials: Guard<string> = (req) => credentialsOf(req) ?? ''
  // A token opens no other, or logging out would not end what somebody made of it.
  const byPassword: Guard<void> = async (req, res) => {
    if ((await isOpenLogin(deps, await credentials(req, res))) !== undefined) throw notOperator()
  }

  endpoint(router, operatorLogIn, byPassword, () => openLogin(deps))
  endpoint(router, operatorLogOut, credentials, async (_input, given) => {
    await endLogin(deps, given)
    return undefined
  })
  return router
}
