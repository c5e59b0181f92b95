import { SESSION_ID_LENGTH } from '@hotvote/shared/limits'
import type { Session } from '@hotvote/shared/sessions'
import { readStored, writeStored } from '../browser/browser-storage.ts'
import { randomId } from '../browser/random-id.ts'
import { clearFlags } from './stored-flags.ts'

const SESSION_KEY = 'hotvote-session'
const LOGGED_OUT_KEY = 'hotvote-logged-out'
/** Why nobody is logged in, other than that they have logged out (docs/decisions/034). */
const REASONS = ['saved-elsewhere', 'login-ended'] as const
export type Reason = (typeof REASONS)[number]
const keyOf = (why: Reason) => `hotvote-${why}`

/**
 * What this browser remembers of its visitor (`visitor.md §3`); `createdAt` tells one visitor from the next. One that is
 * `isMadeUp` stands for nobody yet: nothing was stored, as on a first visit, or where a browser has emptied its storage.
 */
export type StoredSession = Pick<Session, 'sessionId' | 'username'> &
  Partial<Pick<Session, 'email' | 'emailVerified' | 'latitude' | 'longitude' | 'createdAt'>> & { isMadeUp?: boolean }

const isSession = (value: unknown): value is StoredSession =>
  typeof value === 'object' &&
  value !== null &&
  'sessionId' in value &&
  typeof value.sessionId === 'string' &&
  value.sessionId.length === SESSION_ID_LENGTH &&
  'username' in value &&
  typeof value.username === 'string'

const sessionIn = (text: string | null) => {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    if (isSession(stored)) return stored
  } catch {}
  return undefined
}

const storedSession = () => sessionIn(readStored(SESSION_KEY))

/** Whether this browser is somebody else by now: another tab has begun anew or logged in. */
export const isSomebodyElse = (sessionId: string) => (storedSession()?.sessionId ?? sessionId) !== sessionId

/** The remembered session, or a fresh one, which is remembered from now on. */
export function rememberedSession(): StoredSession {
  const stored = storedSession()
  if (stored) return stored
  const fresh = { sessionId: randomId(), username: '', isMadeUp: true }
  writeStored(SESSION_KEY, JSON.stringify(fresh))
  return fresh
}

/** What stands beside a session goes with it: it names the session, and an address. None that was forgotten comes back. */
const clearFlagsOfFormer = (next?: string) => {
  const former = storedSession()?.sessionId
  if (former !== undefined && former !== next) clearFlags(former)
}

function storeSession(session: StoredSession) {
  const { sessionId, username, email, emailVerified, latitude, longitude, createdAt } = session
  clearFlagsOfFormer(sessionId)
  const stored = { sessionId, username, email, emailVerified, latitude, longitude, createdAt }
  writeStored(SESSION_KEY, JSON.stringify(stored))
}

/** Nobody is remembered once they have logged out: what was asked before may be answered after that. */
export function rememberSession(session: StoredSession) {
  if (!isLoggedOut()) storeSession(session)
}

/** From now on somebody new, whatever the cookie says; the server hears of them with the next call. */
export const beginSession = () => storeSession({ sessionId: randomId(), username: '' })

/** Whoever was logged out is not any more. In this order: another tab that sees no marker makes up a session where there is none. */
export function rememberLogin(session: StoredSession) {
  storeSession(session)
  setLoggedOut(false)
}

export const forgetSession = () => {
  clearFlagsOfFormer()
  writeStored(SESSION_KEY, null)
}

/** The marker that keeps a visitor logged out until they choose otherwise (`visitor.md §3`). */
export const isLoggedOut = () => readStored(LOGGED_OUT_KEY) === 'true'
export const setLoggedOut = (loggedOut: boolean) => {
  if (!loggedOut) for (const why of REASONS) writeStored(keyOf(why), null)
  writeStored(LOGGED_OUT_KEY, loggedOut ? 'true' : null)
}

/** Why nobody is logged in, and the address of the account, empty where this browser has none; null after a logout. */
export function leftBecause(): { why: Reason; address: string } | null {
  for (const why of REASONS) {
    const address = readStored(keyOf(why))
    if (address !== null) return { why, address }
  }
  return null
}
export const setLeft = (why: Reason, address: string) => writeStored(keyOf(why), address)

const whoIsHere = () => `${isLoggedOut()} ${storedSession()?.sessionId}`

/**
 * Tells when another tab logged out or in (`visitor.md §4`), or is somebody else now: all tabs share one cookie. A page that
 * comes back from the browser's memory has heard of nothing meanwhile, and tells then.
 */
export function watchOtherTabs(listener: () => void) {
  let before: string
  const onPageHide = () => {
    before = whoIsHere()
  }
  const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && whoIsHere() !== before && listener()
  const onStorage = ({ key, newValue, oldValue }: StorageEvent) => {
    const isOther =
      key === SESSION_KEY && newValue !== null && sessionIn(newValue)?.sessionId !== sessionIn(oldValue)?.sessionId
    if (key === LOGGED_OUT_KEY || key === null || isOther) listener()
  }
  const stop = new AbortController()
  addEventListener('storage', onStorage, stop)
  addEventListener('pagehide', onPageHide, stop)
  addEventListener('pageshow', onPageShow, stop)
  return () => stop.abort()
}
