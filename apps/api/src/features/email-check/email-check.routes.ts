import { validateEmail } from '@hotvote/shared/accounts'
import { type Request, Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { guard, sessionCookie } from '../../http/guards.ts'
import { checkEmail } from './email-check.service.ts'

/** Open to anybody: also who logs in again types an address, and may have no session (`visitor.md §7`). */
export const emailCheckRoutes = (deps: Deps): Router => {
  const router = Router()
  const read = sessionCookie(deps.config.secret)
  const sessionOf = (req: Request) => {
    try {
      return { session: read(req).sessionHash.toString('base64') }
    } catch {
      return {}
    }
  }
  const limited = guard({ session: 'optional', isLimited: true }, (req) =>
    deps.rateLimit('emailCheck', { address: req.ip, ...sessionOf(req) }),
  )
  endpoint(router, validateEmail, limited, ({ body }) => checkEmail(deps, body.email))
  return router
}
