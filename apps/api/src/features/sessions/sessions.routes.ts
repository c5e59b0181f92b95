import { openSession } from '@hotvote/shared/sessions'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { type Guard, maybeSessionCookie, setSessionCookie } from '../../http/guards.ts'
import { isExchangeCode, redeemCode } from './exchange-codes.service.ts'
import { openSessionOf } from './sessions.service.ts'

export const sessionRoutes = (deps: Deps): Router => {
  const router = Router()
  const read = maybeSessionCookie(deps.config.secret)
  const limited: Guard<{ sessionHash: Buffer | null }> = async (req) => {
    await deps.rateLimit('session', { address: req.ip })
    return { sessionHash: read(req) }
  }

  endpoint(router, openSession, limited, async ({ body }, { sessionHash }, res) => {
    // Many visitors may share an address: those who come back are let in where new ones are held up.
    const beforeNew = () => deps.rateLimit('newVisitor', { address: res.req.ip })
    const session = isExchangeCode(body.sessionId)
      ? await redeemCode(deps, body.sessionId, sessionHash)
      : await openSessionOf(deps, body, beforeNew)
    setSessionCookie(res, deps.config, session.sessionId)
    return session
  })
  return router
}
