import { openSession } from '@hotvote/shared/sessions'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { type Guard, setSessionCookie } from '../../http/guards.ts'
import { openSessionOf } from './sessions.service.ts'

export const sessionRoutes = (deps: Deps): Router => {
  const router = Router()
  const limited: Guard<void> = (req) => deps.rateLimit('session', { address: req.ip })

  endpoint(router, openSession, limited, async ({ body }, _who, res) => {
    // Many visitors may share an address: those who come back are let in where new ones are held up.
    const beforeNew = () => deps.rateLimit('newVisitor', { address: res.req.ip })
    const session = await openSessionOf(deps, body, beforeNew)
    setSessionCookie(res, deps.config, session.sessionId)
    return session
  })
  return router
}
