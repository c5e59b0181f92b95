import { captureEmail } from '@hotvote/shared/email-capture'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { endpoint } from '../../http/endpoint.ts'
import { guard, hashOf, requireSession, sessionCookie } from '../../http/guards.ts'
import { captureEmailOf } from './email-capture.service.ts'

export const emailCaptureRoutes = (deps: Deps): Router => {
  const router = Router()
  const known = requireSession(deps)
  const cookieOf = sessionCookie(deps.config.secret)

  const visitor = guard({ session: 'required', isLimited: true }, async (req, res) => {
    const { userId } = await known(req, res)
    await deps.rateLimit('emailCapture', { session: String(userId), address: req.ip })
    return { userId, ...cookieOf(req) }
  })

  endpoint(router, captureEmail, visitor, ({ body }, { userId, sessionHash }) => {
    if (!hashOf(body.sessionId).equals(sessionHash)) throw new AppError('not_yours', 'That is not your session.')
    return captureEmailOf(deps, userId, body.email)
  })
  return router
}
