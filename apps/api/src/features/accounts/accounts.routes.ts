import { createHmac } from 'node:crypto'
import { loginExisting, logOut, sendMagicLink } from '@hotvote/shared/accounts'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { endpoint } from '../../http/endpoint.ts'
import { anybody, clearSessionCookie, guard, hashOf, maybeSessionCookie, requireSession } from '../../http/guards.ts'
import { endSession } from '../sessions/sessions.service.ts'
import { newSecret, sendLoginLink, sendSavingLink } from './magic-links.service.ts'
import { setNonceCookie } from './nonce-cookie.ts'

/** `visitor.md §8`. */
const SAVING = { message: 'Check your email for a secure login link to save your account.' }
const LOGIN = { message: 'Check your email for a secure login link to access your existing account.' }

export const accountRoutes = (deps: Deps): Router => {
  const router = Router()
  const browser = guard({ session: 'optional' }, maybeSessionCookie(deps.config))

  /** Counted for a mailbox whether anybody has it or not; the counter does not show whose it is. */
  const mailboxKey = (email: string) => ({
    session: createHmac('sha256', deps.config.secret).update(email).digest('hex'),
  })

  endpoint(router, sendMagicLink, requireSession(deps), async ({ body }, { userId, sessionHash }, res) => {
    if (!hashOf(body.sessionId).equals(sessionHash)) throw new AppError('not_yours', 'No valid session found.')
    await deps.rateLimit('link', { session: String(userId), address: res.req.ip })
    await deps.rateLimit('savingLinkTo', mailboxKey(body.email))
    const nonce = newSecret()
    await sendSavingLink(deps, { userId, email: body.email, nonce, host: res.req.hostname })
    setNonceCookie(res, deps.config, nonce)
    return SAVING
  })
  endpoint(router, loginExisting, anybody, async ({ body }, _caller, res) => {
    await deps.rateLimit('link', { address: res.req.ip })
    await deps.rateLimit('loginLinkTo', mailboxKey(body.email))
    const nonce = newSecret()
    await sendLoginLink(deps, { email: body.email, nonce, host: res.req.hostname })
    setNonceCookie(res, deps.config, nonce)
    return LOGIN
  })
  endpoint(router, logOut, browser, async (_input, sessionHash, res) => {
    if (sessionHash) await endSession(deps, sessionHash)
    clearSessionCookie(res, deps.config)
    return undefined
  })
  return router
}
