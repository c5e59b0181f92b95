import { checkUsername, updateProfile } from '@hotvote/shared/profiles'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { guard, maybeSessionCookie, requireSameUser, requireSession } from '../../http/guards.ts'
import { isNameAvailable, updateProfileOf } from './profiles.service.ts'

export const profileRoutes = (deps: Deps): Router => {
  const router = Router()
  const known = requireSession(deps)
  const sessionOf = maybeSessionCookie(deps.config.secret)

  const anybody = guard({ session: 'optional', isLimited: true }, async (req) => {
    const sessionHash = sessionOf(req)
    const session = sessionHash?.toString('base64url')
    await deps.rateLimit('username', { ...(session && { session }), address: req.ip })
    return { sessionHash }
  })
  const visitor = guard({ session: 'required', isLimited: true }, async (req, res) => {
    const caller = await known(req, res)
    await deps.rateLimit('profile', { session: String(caller.userId), address: req.ip })
    return caller
  })

  endpoint(router, checkUsername, anybody, async ({ params }, { sessionHash }) => ({
    available: await isNameAvailable(deps, params.name, sessionHash),
  }))
  endpoint(router, updateProfile, visitor, ({ params, body }, { userId }) => {
    requireSameUser(userId, params.userId)
    return updateProfileOf(deps, userId, body)
  })
  return router
}
