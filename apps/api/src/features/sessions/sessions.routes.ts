import { openSession, readSession } from '@hotvote/shared/sessions'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { type Guard, maybeSessionCookie, sessionIdOf, setSessionCookie } from '../../http/guards.ts'
import { isExchangeCode, redeemCode } from './exchange-codes.service.ts'
import { openSessionOf, sessionOf } from './sessions.service.ts'

export const sessionRoutes = (deps: Deps): Router => {
  const router = Router()
  const read = maybeSessionCookie(deps.config.secret)
  const limited: Guard<{ sessionHash: Buffer | null }> = async (req) => {
    await deps.rateLimit('session', { address: req.ip })
    return { sessionHash: read(req) }
  }

  const ownCookie: Guard<string> = async (req) => {
    await deps.rateLimit('session', { address: req.ip })
    return sessionIdOf(req, deps.config.secret)
  }

  endpoint(router, readSession, ownCookie, (_input, sessionId) => sessionOf(deps, sessionId))
  endpoint(router, openSession, limited, async ({ body }, { sessionHash }, res) => {
    // Many visitors may share an address: those who come back are let in where new ones are held up.
    const beforeNew = () => deps.rateLimit('newVisitor', { address: res.req.ip })
    const username = deps.brands.isReserved(body.username) ? '' : body.username
    const session = isExchangeCode(body.sessionId)
      ? await redeemCode(deps, body.sessionId, sessionHash)
      : await openSessionOf(deps, { ...body, username }, beforeNew)
    setSessionCookie(res, deps.config, session.sessionId)
    return session
  })
  return router
}
