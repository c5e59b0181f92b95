import { checkUsername, removeLocation, updateProfile } from '@hotvote/shared/visitor/profiles'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import {
  guard,
  limitedVisitor,
  maybeSessionCookie,
  requireSameUser,
  requireSession,
} from '../../platform/http/guards.ts'
import { isNameAvailable, removeLocationOf, saveProfile } from './profiles.service.ts'

export const profileRoutes = (deps: Deps): Router => {
  const router = Router()
  const readSession = maybeSessionCookie(deps.config)

  const anybody = guard({ session: 'optional', isLimited: true }, async (req) => {
    const sessionHash = readSession(req)
    await deps.rateLimit('username', { session: sessionHash, address: req.ip })
    return { sessionHash }
  })
  const visitor = limitedVisitor(deps, 'profile', requireSession(deps))

  endpoint(router, checkUsername, anybody, async ({ params }, { sessionHash }) => ({
    available: await isNameAvailable(deps, params.name, sessionHash),
  }))
  endpoint(router, updateProfile, visitor, ({ params, body }, { userId }) => {
    requireSameUser(userId, params.userId)
    return saveProfile(deps, userId, body)
  })
  endpoint(router, removeLocation, visitor, ({ params }, { userId }) => {
    requireSameUser(userId, params.userId)
    return removeLocationOf(deps, userId)
  })
  return router
}
