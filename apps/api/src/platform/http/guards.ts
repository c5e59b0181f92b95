import { createHash } from 'node:crypto'
import type { Contract } from '@hotvote/shared/contract'
import type { OperatorRole } from '@hotvote/shared/operator/operators'
import { sign, unsign } from 'cookie-signature'
import type { Request, Response } from 'express'
import { z } from 'zod'
import { DAY_MS } from '../../domain/day.ts'
import { AppError } from '../../domain/errors.ts'
import type { Config } from '../config/config.ts'
import { type Db, unlessReadOnly } from '../db/client.ts'
import { IS_SEEN_LONG_AGO } from '../db/seen-sessions.ts'
import { statement } from '../db/statement.ts'
import { clearCookie, cookieName, readCookie, setCookie } from './cookies.ts'
import { addressIn } from './network.ts'
import type { RateLimit, VisitorLimit } from './rate-limit.ts'

/** Returns a signal that aborts when the client disconnects. */
export const disconnectSignal = (res: Response): AbortSignal => {
  const disconnected = new AbortController()
  if (res.closed) disconnected.abort()
  else res.once('close', () => disconnected.abort())
  return disconnected.signal
}

export type Access = { session?: 'required' | 'optional'; isLimited?: true }

type Check<Caller> = (req: Request, res: Response) => Caller | Promise<Caller>

/** Returns the caller or throws. The API description derives the possible errors from `access`. */
export type Guard<Caller> = Check<Caller> & { access: Access }

export const guard = <Caller>(access: Access, check: Check<Caller>): Guard<Caller> => Object.assign(check, { access })

export const anybody = guard<void>({}, () => undefined)

const SESSION_COOKIE = 'hv_session'
/** Milliseconds. */
export const YEAR = 365 * DAY_MS

type SessionConfig = Pick<Config, 'https'> & { secret: string }

/** Session ids and tokens are stored and compared only as SHA-256 hashes. */
export const hashText = (text: string) => createHash('sha256').update(text).digest()

/** Signs the cookie, so a forged value is rejected without a query (docs/decisions/002). */
export const setSessionCookie = (res: Response, config: SessionConfig, sessionId: string) =>
  setCookie(res, config, { name: SESSION_COOKIE, value: sign(sessionId, config.secret), maxAge: YEAR })

export const clearSessionCookie = (res: Response, config: SessionConfig) => clearCookie(res, config, SESSION_COOKIE)

export const sessionCookieName = (config: Pick<Config, 'https'>) => cookieName(SESSION_COOKIE, config)

export const noSession = () => new AppError('no_session', 'Your session has ended. Please reload the page.')
export const blocked = () =>
  new AppError('blocked', 'This account has been blocked. You can still browse, but not vote, upload or report.')
const notYours = () => new AppError('not_yours', "You don't have access to that.")

export const readSessionId = (req: Request, config: SessionConfig): string => {
  const sessionId = unsign(readCookie(req, config, SESSION_COOKIE) ?? '', config.secret)
  if (!sessionId) throw noSession()
  return sessionId
}

/** Checks only the signature, not whether the session still exists. */
export const sessionCookie = (config: SessionConfig) => (req: Request) => ({
  sessionHash: hashText(readSessionId(req, config)),
})

type Visitor = { userId: number; isBlocked: boolean; sessionHash: Buffer }

const SESSION_USER = statement({
  name: 'session_user',
  row: { userId: z.number(), isBlocked: z.boolean(), isDue: z.boolean() },
  text: `
SELECT user_id, blocked_at IS NOT NULL AS is_blocked, ${IS_SEEN_LONG_AGO} AS is_due
FROM sessions JOIN users ON users.id = user_id WHERE token_hash = $1 AND expires_at > now()`,
})
export const findCaller = async (db: Db, sessionHash: Buffer) => {
  const [caller] = await db.query(SESSION_USER, [sessionHash])
  return caller
}

/** Separate statement, because a read-only database rejects every statement that could write. */
const NOTE_SEEN = statement({ name: 'note_seen', text: 'UPDATE sessions SET seen_at = now() WHERE token_hash = $1' })

/** Requires a session and updates `seen_at`. Voting uses a faster statement of its own. */
export const requireSession = (deps: { db: Db; config: SessionConfig }): Guard<Visitor> => {
  const read = sessionCookie(deps.config)
  return guard({ session: 'required' }, async (req) => {
    const { sessionHash } = read(req)
    const caller = await findCaller(deps.db, sessionHash)
    if (!caller) throw noSession()
    const { userId, isBlocked, isDue } = caller
    if (isDue) await unlessReadOnly(deps.db.query(NOTE_SEEN, [sessionHash]))
    return { userId, isBlocked, sessionHash }
  })
}

export const requireUnblocked = (deps: { db: Db; config: SessionConfig }): Guard<Visitor> => {
  const known = requireSession(deps)
  return guard({ session: 'required' }, async (req, res) => {
    const caller = await known(req, res)
    if (caller.isBlocked) throw blocked()
    return caller
  })
}

export const limitedVisitor = (
  { rateLimit }: { rateLimit: RateLimit },
  limit: VisitorLimit,
  known: Guard<Visitor>,
): Guard<Visitor> =>
  guard({ session: 'required', isLimited: true }, async (req, res) => {
    const caller = await known(req, res)
    await rateLimit(limit, { session: String(caller.userId), address: req.ip })
    return caller
  })

/** Returns null if there is no valid cookie. */
export const maybeSessionCookie = (config: SessionConfig) => {
  const read = sessionCookie(config)
  return (req: Request): Buffer | null => {
    try {
      return read(req).sessionHash
    } catch (error) {
      if (error instanceof AppError) return null
      throw error
    }
  }
}

/** `sessionUser` is null if the session is unknown. */
export const requireSameUser = (sessionUser: number | null, named: number) => {
  if (sessionUser === null) throw noSession()
  if (sessionUser !== named) throw notYours()
}

/** An operator with the role `self` must set up a second factor first. */
export type OperatorIdentity = {
  name: string
  role: OperatorRole | 'self'
  hasSecondFactor: boolean
  /** Null for the `ADMIN_USERNAME` operator. */
  passwordHash: string | null
}

export type OperatorCaller = { requestId: string; ip: string }
export type Operator = OperatorCaller & Partial<OperatorIdentity> & { name: string }

/** Returns `unknown` for invalid addresses, because proxies may forward arbitrary text. */
const readAddress = ({ ip = '' }: Request) => addressIn(ip) ?? 'unknown'

export const operatorCaller = (req: Request, res: Response): OperatorCaller => ({
  requestId: res.locals.requestId,
  ip: readAddress(req),
})

const readIdentity = ({ locals }: Response): OperatorIdentity => locals.operator

/** For routes under `/api/admin`, where middleware has already checked the credentials. */
export const operator = guard<Operator>({}, (req, res) => ({ ...operatorCaller(req, res), ...readIdentity(res) }))

const ROLES = ['self', 'moderator', 'admin'] as const

/** @throws {AppError} `forbidden` */
export const requireRole = (res: Response, contract: Pick<Contract, 'role'>) => {
  const { role } = readIdentity(res)
  if (ROLES.indexOf(role) >= ROLES.indexOf(contract.role ?? 'admin')) return
  const text = role === 'self' ? 'Set up your second factor first, under Your login.' : 'Only admins can do this.'
  throw new AppError('forbidden', text)
}

/** `isAsync` means that the client sent `Prefer: respond-async` (RFC 7240). */
export type OperatorWithPreference = Operator & { isAsync: boolean; disconnected: AbortSignal }

export const operatorWithPreference = guard<OperatorWithPreference>({}, (req, res) => ({
  ...operatorCaller(req, res),
  ...readIdentity(res),
  isAsync: /\brespond-async\b/i.test(req.get('Prefer') ?? ''),
  // Disable the timeout, because an operation may take hours without sending a byte.
  disconnected: disconnectSignal(res.setTimeout(0)),
}))
