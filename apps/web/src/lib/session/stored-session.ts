import { SESSION_ID_LENGTH } from '@hotvote/shared/limits'
import type { Session } from '@hotvote/shared/visitor/sessions'
import { useSyncExternalStore } from 'react'
import { randomId } from '../browser/device.ts'
import { readStored, writeStored } from '../browser/preferences.ts'
import { store } from '../browser/store.ts'

const SESSION_KEY = 'hotvote-session'
const LOGGED_OUT_KEY = 'hotvote-logged-out'
const seenKey = (sessionId: string) => `account-save-seen-${sessionId}`
const linkKey = (sessionId: string) => `hotvote-link-sent-${sessionId}`

function forgetPrompts({ sessionId }: { sessionId: string }) {
  writeStored(seenKey(sessionId), null)
  writeStored(linkKey(sessionId), null)
}

/** The session in local storage (`visitor.md §3`). `email` may be unconfirmed. */
export type StoredSession = Pick<Session, 'sessionId' | 'username'> &
  Partial<Pick<Session, 'email' | 'emailVerified' | 'latitude' | 'longitude'>>

const parseSession = (text: string | null): StoredSession | undefined => {
  try {
    const stored = JSON.parse(text ?? 'null')
    return stored?.sessionId?.length === SESSION_ID_LENGTH ? stored : undefined
  } catch {
    return undefined
  }
}

export const storedSession = () => parseSession(readStored(SESSION_KEY))

/** Counts this tab's writes, because storage events only fire in other tabs. */
const writes = store(0)

function storeSession(session: StoredSession) {
  const { sessionId, username, email, emailVerified, latitude, longitude } = session
  const former = storedSession()
  if (former && former.sessionId !== sessionId) forgetPrompts(former)
  writeStored(SESSION_KEY, JSON.stringify({ sessionId, username, email, emailVerified, latitude, longitude }))
  writes.set(writes.get() + 1)
}

/** Starts a session with a new id, which the server does not know yet. */
export function beginSession(): StoredSession {
  const fresh = { sessionId: randomId(), username: '' }
  storeSession(fresh)
  return fresh
}

export const rememberedSession = (): StoredSession => storedSession() ?? beginSession()

/** Stores the session, keeping an unconfirmed address. Does nothing after a logout. */
export function rememberSession(session: StoredSession) {
  if (isLoggedOut()) return
  const former = storedSession()
  const given = former?.sessionId === session.sessionId ? former.email : null
  storeSession({ ...session, email: session.email ?? given ?? null })
}

/** Stores the session before clearing the logout. Otherwise another tab could create a new session. */
export function rememberLogin(session: StoredSession) {
  storeSession(session)
  setLoggedOut(false)
}

export function forgetSession() {
  const former = storedSession()
  if (former) forgetPrompts(former)
  writeStored(SESSION_KEY, null)
}

/** See `visitor.md §3`. */
export const isLoggedOut = () => readStored(LOGGED_OUT_KEY) === 'true'
export const setLoggedOut = (loggedOut: boolean) => writeStored(LOGGED_OUT_KEY, loggedOut ? 'true' : null)

/** Stores the address that the visitor entered, so no further prompts appear (`visitor.md §4`). */
export function noteEmailGiven(email: string) {
  const session = storedSession()
  if (session && !isLoggedOut()) storeSession({ ...session, email })
}

/** See `visitor.md §4`. */
export function markSaveHintSeen() {
  const session = storedSession()
  if (session && !isLoggedOut()) writeStored(seenKey(session.sessionId), 'true')
  writes.set(writes.get() + 1)
}

const watchStorage = (listener: () => void) => {
  const unsubscribe = writes.subscribe(listener)
  addEventListener('storage', listener)
  return () => {
    unsubscribe()
    removeEventListener('storage', listener)
  }
}

const isEmailGiven = () => Boolean(storedSession()?.email)
export const useEmailGiven = () => useSyncExternalStore(watchStorage, isEmailGiven, isEmailGiven)

/** Stores the address whose link has not been clicked yet; null clears it. */
export function noteLinkSent(email: string | null) {
  const session = storedSession()
  if (session && !isLoggedOut()) writeStored(linkKey(session.sessionId), email)
  writes.set(writes.get() + 1)
}

const linkSentTo = () => readStored(linkKey(storedSession()?.sessionId ?? ''))
export const useLinkSentTo = () => useSyncExternalStore(watchStorage, linkSentTo, linkSentTo)

const isSaveHintSeen = () => readStored(seenKey(storedSession()?.sessionId ?? '')) !== null
export const useSaveHintSeen = () => useSyncExternalStore(watchStorage, isSaveHintSeen, isSaveHintSeen)

const currentState = () => `${isLoggedOut()} ${storedSession()?.sessionId}`

/**
 * Reports logins, logouts and new sessions in other tabs (`visitor.md §4`).
 * Pages in the back/forward cache miss storage events, so they compare the stored state after being restored.
 */
export function watchOtherTabs(listener: () => void) {
  let before: string
  const onPageHide = () => {
    before = currentState()
  }
  const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && currentState() !== before && listener()
  const onStorage = ({ key, newValue, oldValue }: StorageEvent) => {
    const isOther =
      key === SESSION_KEY &&
      newValue !== null &&
      parseSession(newValue)?.sessionId !== parseSession(oldValue)?.sessionId
    if (key === LOGGED_OUT_KEY || key === null || isOther) listener()
  }
  const stop = new AbortController()
  addEventListener('storage', onStorage, stop)
  addEventListener('pagehide', onPageHide, stop)
  addEventListener('pageshow', onPageShow, stop)
  return () => stop.abort()
}
