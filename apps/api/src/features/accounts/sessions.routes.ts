import { checkUsername, removeLocation, updateProfile } from '@hotvote/shared/visitor/profiles'
import { openSession, readSession } from '@hotvote/shared/visitor/sessions'
import { type Response, Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import {
  guard,
  limitedVisitor,
  maybeSessionCookie,
  readSessionId,
  requireSameUser,
  requireSession,
  setSessionCookie,
} from '../../platform/http/guards.ts'
import { networkHash } from '../../platform/http/network.ts'
import { clearReported } from '../../platform/http/reported-cookie.ts'
import { noteArrivals } from '../moderation/surges.service.ts'
import { isExchangeCode, redeemCode } from './exchange-codes.service.ts'
import { clearUserLocation, isNameAvailable, saveProfile } from './profiles.service.ts'
import { createSession, findSession, isLiving } from './sessions.service.ts'

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
    return clearUserLocation(deps, userId)
  })
  return router
}

export const sessionRoutes = (deps: Deps): Router => {
  const router = Router()
  const read = maybeSessionCookie(deps.config)
  const limited = guard({ session: 'optional', isLimited: true }, async (req) => {
    await deps.rateLimit('session', { address: req.ip })
    return { sessionHash: read(req) }
  })

  const ownCookie = guard({ session: 'required', isLimited: true }, async (req) => {
    await deps.rateLimit('session', { address: req.ip })
    return readSessionId(req, deps.config)
  })

  const hashNetwork = ({ req }: Response) => networkHash(deps.config.secret, req.ip)
  endpoint(router, readSession, ownCookie, (_input, sessionId, res) =>
    findSession(deps, { sessionId, network: hashNetwork(res) }),
  )
  endpoint(router, openSession, limited, async ({ body }, { sessionHash }, res) => {
    // Limit only new visitors per network, because many visitors may share a network.
    const beforeNew = async () => {
      const arrivals = await deps.rateLimit('newVisitor', { network: res.req.ip })
      if (arrivals) await noteArrivals(deps, hashNetwork(res), arrivals)
    }
    const username = deps.brands.isReserved(body.username) ? '' : body.username
    const isSaved = res.req.get('X-Session') === 'saved'
    const isKnown = sessionHash !== null && (await isLiving(deps, sessionHash))
    const sessionId = isKnown ? readSessionId(res.req, deps.config) : body.sessionId
    const request = { ...body, sessionId, username, network: hashNetwork(res), isSaved }
    const session = isExchangeCode(body.sessionId)
      ? await redeemCode(deps, body.sessionId, sessionHash)
      : await createSession(deps, request, beforeNew)
    setSessionCookie(res, deps.config, session.sessionId)
    if (!isKnown) clearReported(res, deps.config)
    return session
  })
  return router
}
