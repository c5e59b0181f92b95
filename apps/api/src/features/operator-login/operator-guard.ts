import { operatorLogIn } from '@hotvote/shared/operator/operator-login'
import type { Request, RequestHandler } from 'express'
import type { Deps } from '../../deps.ts'
import { isStorable } from '../../platform/db/storable.ts'
import { hashText, type OperatorCaller, type OperatorIdentity, operatorCaller } from '../../platform/http/guards.ts'
import { getNetwork } from '../../platform/http/network.ts'
import { openAttempts } from './login-attempts.ts'
import { codeRequired, findLogin, notOperator, openPasswordCheck } from './operator-login.service.ts'

/** Reads `user:password` as UTF-8. Rejects repeated headers (RFC 7617). */
export const readCredentials = (req: Request) => {
  const [header = '', ...others] = req.headersDistinct.authorization ?? []
  const [, encoded] = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header) ?? []
  if (encoded === undefined || others.length > 0) return undefined
  const credentials = Buffer.from(encoded, 'base64').toString('utf8')
  return credentials.includes(':') && isStorable(credentials) ? credentials : undefined
}

const isLoginCall = ({ baseUrl, path }: Request) => baseUrl + path === operatorLogIn.path

/** Authenticates the operator. Omits `WWW-Authenticate`, so browsers show no prompt. */
export const operatorOnly = (deps: Pick<Deps, 'db' | 'config' | 'rateLimit'>): RequestHandler => {
  const attempts = openAttempts(deps)
  const checkPassword = openPasswordCheck(deps)
  // Concurrent requests from one network with identical credentials count as one attempt.
  const underWay = new Map<string, Promise<OperatorIdentity | undefined>>()
  const findByPassword = (credentials: string, caller: OperatorCaller) => {
    const key = `${getNetwork(caller.ip)} ${hashText(credentials).toString('base64')}`
    const check = () => attempts(caller, () => checkPassword(credentials)).finally(() => underWay.delete(key))
    const checking = underWay.get(key) ?? check()
    underWay.set(key, checking)
    return checking
  }
  return async (req, res, next) => {
    const credentials = readCredentials(req)
    if (credentials === undefined) throw notOperator()
    const login = await findLogin(deps, credentials)
    // Tokens cannot be guessed, so an expired token does not count as a failed login.
    const identity = login === undefined ? await findByPassword(credentials, operatorCaller(req, res)) : login
    if (!identity) throw notOperator()
    const needsCode = identity.hasSecondFactor || identity.role === 'self'
    if (login === undefined && needsCode && !isLoginCall(req)) throw codeRequired()
    res.locals.operator = identity
    next()
  }
}
