import { createHash } from 'node:crypto'
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

/** Aborted once the connection of the caller is closed; at once when it is closed already. */
export const disconnectSignal = (res: Response): AbortSignal => {
  const disconnected = new AbortController()
  if (res.closed) disconnected.abort()
  else res.once('close', () => disconnected.abort())
  return disconnected.signal
}

/** What a guard asks of a caller: the session of a cookie, and not to call too often. */
export type Access = { session?: 'required' | 'optional'; isLimited?: true }

type Check<Caller> = (req: Request, res: Response) => Caller | Promise<Caller>

/** Says who is calling, or throws: what it may throw follows from its `access`. */
export type Guard<Caller> = Check<Caller> & { access: Access }

export const guard = <Caller>(access: Access, check: Check<Caller>): Guard<Caller> => Object.assign(check, { access })

export const anybody = guard<void>({}, () => undefined)

const SESSION_COOKIE = 'hv_session'
/** How long a cookie is good. Milliseconds. */
export const YEAR = 365 * DAY_MS

type SessionConfig = Pick<Config, 'https'> & { secret: string }

/** SHA-256 of a session id, a token or another text: that alone is stored or compared. */
export const hashText = (text: string) => createHash('sha256').update(text).digest()

/** Ties this browser to a session. The value is signed, so a made-up one costs no query (docs/decisions/002). */
export const setSessionCookie = (res: Response, config: SessionConfig, sessionId: string) =>
  setCookie(res, config, { name: SESSION_COOKIE, value: sign(sessionId, config.secret), maxAge: YEAR })

export const clearSessionCookie = (res: Response, config: SessionConfig) => clearCookie(res, config, SESSION_COOKIE)

export const sessionCookieName = (config: Pick<Config, 'https'>) => cookieName(SESSION_COOKIE, config)

export const noSession = () => new AppError('no_session', 'Your session has ended. Please reload the page.')
export const blocked = () =>
  new AppError('blocked', 'The operator has blocked this account: it can look, but not vote, upload or report.')
const notYours = () => new AppError('not_yours', 'That belongs to somebody else.')

/** The session id in the cookie. */
export const readSessionId = (req: Request, config: SessionConfig): string => {
  const sessionId = unsign(readCookie(req, config, SESSION_COOKIE) ?? '', config.secret)
  if (!sessionId) throw noSession()
  return sessionId
}

/** Reads the session of the signed cookie; only the query tells whether the session is alive. */
export const sessionCookie = (config: SessionConfig) => (req: Request) => ({
  sessionHash: hashText(readSessionId(req, config)),
})

type Visitor = { userId: number; isBlocked: boolean; sessionHash: Buffer }

const SESSION_USER = statement({
  name: 'session_user',
  row: { userId: z.number(), isBlocked: z.boolean(), isDue: z.boolean() },
  text: `
SELECT user_id, is_blocked, ${IS_SEEN_LONG_AGO} AS is_due
FROM sessions WHERE token_hash = $1 AND expires_at > now()`,
})
/** Apart from the look-up, because a read-only database refuses any statement that could write. */
const NOTE_SEEN = statement({ name: 'note_seen', text: 'UPDATE sessions SET seen_at = now() WHERE token_hash = $1' })

/** Looks the session up and records that its visitor was seen; the hot path has a statement of its own. */
export const requireSession = (deps: { db: Db; config: SessionConfig }): Guard<Visitor> => {
  const read = sessionCookie(deps.config)
  return guard({ session: 'required' }, async (req) => {
    const { sessionHash } = read(req)
    const [caller] = await deps.db.query(SESSION_USER, [sessionHash])
    if (!caller) throw noSession()
    const { userId, isBlocked, isDue } = caller
    if (isDue) await unlessReadOnly(deps.db.query(NOTE_SEEN, [sessionHash]))
    return { userId, isBlocked, sessionHash }
  })
}

/** The same, for what a visitor whom the operator has blocked may not do: its contract names `blocked`. */
export const requireUnblocked = (deps: { db: Db; config: SessionConfig }): Guard<Visitor> => {
  const known = requireSession(deps)
  return guard({ session: 'required' }, async (req, res) => {
    const caller = await known(req, res)
    if (caller.isBlocked) throw blocked()
    return caller
  })
}

/** The same as `known`, unless the visitor, or many from where they are, call too often. */
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

/** The session of the signed cookie, or null without a valid one. */
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

/** Refuses a call whose named user is not the session's. `sessionUser` is null when the session is unknown. */
export const requireSameUser = (sessionUser: number | null, named: number) => {
  if (sessionUser === null) throw noSession()
  if (sessionUser !== named) throw notYours()
}

/** The one operator of the site, as the audit log names them. */
export type Operator = { requestId: string; ip: string }

/** As the audit log stores it: what a proxy passes on may be anything. */
const readAddress = ({ ip = '' }: Request) => addressIn(ip) ?? 'unknown'

/** For calls below `/api/admin`, whose mount has checked the credentials already (`platform/http/operator.ts`). */
export const operator = guard<Operator>({}, (req, res) => ({ requestId: res.locals.requestId, ip: readAddress(req) }))

/** `isAsync`: the request asks not to wait for the end of an operation (`Prefer: respond-async`, RFC 7240). */
export type OperatorWithPreference = Operator & { isAsync: boolean; disconnected: AbortSignal }

/** The same for calls that start an operation. `disconnected` is aborted when the connection of the caller closes. */
export const operatorWithPreference = guard<OperatorWithPreference>({}, (req, res) => ({
  requestId: res.locals.requestId,
  ip: readAddress(req),
  isAsync: /\brespond-async\b/i.test(req.get('Prefer') ?? ''),
  // An operation may take hours, during which its answer sends no byte.
  disconnected: disconnectSignal(res.setTimeout(0)),
}))
