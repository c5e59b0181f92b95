import { validateEmail } from '@hotvote/shared/visitor/accounts'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { guard, maybeSessionCookie } from '../../platform/http/guards.ts'
import { checkEmail } from './email-check.service.ts'

/** Needs no session, because visitors check an address before they log in (`visitor.md §7`). */
export const emailCheckRoutes = (deps: Deps): Router => {
  const router = Router()
  const readSession = maybeSessionCookie(deps.config)
  const limited = guard({ session: 'optional', isLimited: true }, (req) =>
    deps.rateLimit('emailCheck', { session: readSession(req), address: req.ip }),
  )
  endpoint(router, validateEmail, limited, ({ body }) => checkEmail(deps, body.email))
  return router
}
