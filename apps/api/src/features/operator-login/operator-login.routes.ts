import {
  changeOwnPassword,
  operatorLogIn,
  operatorLogOut,
  ownLogin,
  turnSecondFactorOff,
  turnSecondFactorOn,
} from '@hotvote/shared/operator/operator-login'
import { addOperator, changeOperator, listOperators } from '@hotvote/shared/operator/operators'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { guard, operator } from '../../platform/http/guards.ts'
import { openAttempts } from './login-attempts.ts'
import { readCredentials } from './operator-guard.ts'
import { endLogin, hashToken, notOperator, openLogin } from './operator-login.service.ts'
import { changePassword, createOperator, editOperator, listAll, readOwnLogin } from './operators.service.ts'
import { turnOff, turnOn } from './second-factor.service.ts'

/** Issues a token, so browsers don't have to store the operator's password (docs/decisions/008). */
export const operatorLoginRoutes = (app: Pick<Deps, 'db' | 'config' | 'log' | 'rateLimit'>): Router => {
  const router = Router()
  const deps = { ...app, attempts: openAttempts(app) }
  // The middleware of `/api/admin` has already checked the credentials.
  const byCredentials = guard({}, async (req, res) => ({
    credentials: readCredentials(req) ?? '',
    caller: await operator(req, res),
  }))
  // Tokens can't create further tokens, because logging out would then not end all access.
  const byPassword = guard({}, async (req, res) => {
    const { credentials, caller } = await byCredentials(req, res)
    if (hashToken(credentials)) throw notOperator()
    return caller
  })

  endpoint(router, operatorLogIn, byPassword, ({ body }, caller) =>
    openLogin(deps, { operator: caller, code: body?.code }),
  )
  endpoint(router, operatorLogOut, byCredentials, async (_input, { credentials, caller }) => {
    await endLogin(deps, credentials, caller)
    return undefined
  })

  endpoint(router, ownLogin, operator, (_input, { name }) => readOwnLogin(deps, name))
  endpoint(router, changeOwnPassword, byCredentials, ({ body }, { credentials, caller }) =>
    changePassword(deps, caller, { credentials, ...body }),
  )
  endpoint(router, turnSecondFactorOn, operator, ({ body }, caller) => turnOn(deps, caller, body))
  endpoint(router, turnSecondFactorOff, operator, ({ body }, caller) => turnOff(deps, caller, body.code))

  endpoint(router, listOperators, operator, () => listAll(deps))
  endpoint(router, addOperator, operator, ({ body }, caller) => createOperator(deps, body, caller))
  endpoint(router, changeOperator, operator, ({ params, body }, caller) =>
    editOperator(deps, { ...params, changes: body }, caller),
  )
  return router
}
