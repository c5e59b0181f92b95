import { captureEmail, emailCaptureConfig, VOTE_THRESHOLD } from '@hotvote/shared/email-capture'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { AppError } from '../../http/errors.ts'
import { type Guard, hashOf, requireSession, sessionCookie } from '../../http/guards.ts'
import { currentCapture } from './email-capture.queries.ts'
import { keepEmailOf } from './email-capture.service.ts'

/** Nobody is asked (`visitor.md §3`). */
const OFF = { isEnabled: false, voteThreshold: VOTE_THRESHOLD.default }

/** Settings are read from the database each time: a change holds at once, on every process. */
export const emailCaptureRoutes = (deps: Deps): Router => {
  const router = Router()
  const known = requireSession(deps)
  const cookieOf = sessionCookie(deps.config.secret)

  const anybody: Guard<void> = (req) => deps.rateLimit('settings', { address: req.ip })
  const visitor: Guard<{ userId: number; sessionHash: Buffer }> = async (req, res) => {
    const { userId } = await known(req, res)
    await deps.rateLimit('emailCapture', { session: String(userId), address: req.ip })
    return { userId, ...cookieOf(req) }
  }

  endpoint(router, emailCaptureConfig, anybody, async () => (await currentCapture(deps.db)) ?? OFF)
  endpoint(router, captureEmail, visitor, ({ body }, { userId, sessionHash }) => {
    if (!hashOf(body.sessionId).equals(sessionHash)) throw new AppError('not_yours', 'That is not your session.')
    return keepEmailOf(deps, userId, body.email)
  })
  return router
}
