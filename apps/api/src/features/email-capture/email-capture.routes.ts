import { captureEmail } from '@hotvote/shared/email-capture'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { endpoint } from '../../http/endpoint.ts'
import { hashOf, limitedVisitor, requireSession } from '../../http/guards.ts'
import { captureEmailOf } from './email-capture.service.ts'

export const emailCaptureRoutes = (deps: Deps): Router => {
  const router = Router()
  const visitor = limitedVisitor(deps, 'emailCapture', requireSession(deps))
  endpoint(router, captureEmail, visitor, ({ body }, { userId, sessionHash }) => {
    if (!hashOf(body.sessionId).equals(sessionHash)) throw new AppError('not_yours', 'That is not your session.')
    return captureEmailOf(deps, userId, body.email)
  })
  return router
}
