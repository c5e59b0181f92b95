import type { logOut as logOutCall } from '@hotvote/shared/visitor/accounts'
import type { openSession, Session } from '@hotvote/shared/visitor/sessions'
import { callApi } from '../api/call-api.ts'
import { hasCode, NotCalledError } from '../api/call-error.ts'
import { queryClient } from '../api/query-client.ts'
import { cookiesBlocked } from '../browser/preferences.ts'
import { store } from '../browser/store.ts'
import { toast } from '../browser/toasts.ts'
import { forgetSession, isLoggedOut, rememberedSession, rememberSession, setLoggedOut } from './stored-session.ts'

export const sessionKey = ['session'] as const

/** The account was saved in another browser, or the server no longer knows the session (docs/decisions/002). */
export type EndReason = 'saved-elsewhere' | 'login-ended'
/** Set if a session ends without a logout. `address` is the account's email address, if known. */
export const ended = store<{ why: EndReason; address: string } | null>(null)

const endings = new Set<() => void>()

/** Registers a callback for logout and account deletion. */
export const onVisitEnd = (end: () => void) => void endings.add(end)

const stopVisit = () => {
  for (const end of endings) end()
}

/** See `visitor.md §4`. */
function endVisit() {
  setLoggedOut(true)
  forgetSession()
  stopVisit()
  queryClient.setQueryData(sessionKey, null)
}

export const isLoginOver = (error: unknown) => hasCode(error, 'login_ended', 'saved_elsewhere')

export const isDeleted = (error: unknown) => hasCode(error, 'account_deleted')

function endLogin(error: unknown) {
  const why = hasCode(error, 'login_ended') ? 'login-ended' : 'saved-elsewhere'
  ended.set({ why, address: rememberedSession().email ?? '' })
  endVisit()
}

function forgetDeleted(sessionId: string) {
  stopVisit()
  // Another call or tab may have started a new session.
  if (rememberedSession().sessionId === sessionId) forgetSession()
  toast({ title: 'Account deleted', description: "You're browsing with a new account now." })
}

type Position = { latitude: number; longitude: number }

/**
 * Finds or creates the visitor by cookie, or else by the stored session id. Replaces a deleted visitor by a new one.
 * @param position in degrees
 * @throws {CallError} If `isLoginOver`, the visitor is now logged out.
 */
export async function postSession(position?: Position): Promise<Session> {
  if (cookiesBlocked.get()) throw new NotCalledError('Cookies are blocked.')
  // Don't send the stored position, because the visitor may have removed it in another browser.
  const { sessionId, username, email, emailVerified } = rememberedSession()
  const headers: Record<string, string> = emailVerified ? { 'X-Session': 'saved' } : {}
  const body = { sessionId, username, email, ...position }
  try {
    const session = await callApi<typeof openSession>('POST /api/session', { body }, { headers })
    rememberSession(session)
    return session
  } catch (error) {
    if (isLoginOver(error) && !isLoggedOut()) endLogin(error)
    if (!isDeleted(error)) throw error
    forgetDeleted(sessionId)
    return postSession(position)
  }
}

/** Updates the visitor shown on the page, except after a logout. */
export const showVisitor = (session: Session) => {
  if (!isLoggedOut()) queryClient.setQueryData(sessionKey, session)
}

let renewing: Promise<Session> | undefined

/** Renews the session, and shows the visitor. Concurrent calls share one request. */
export function renewSession(): Promise<Session> {
  renewing ??= postSession()
    .then((session) => {
      showVisitor(session)
      return session
    })
    .finally(() => {
      renewing = undefined
    })
  return renewing
}

/** Checks whether the visitor is still blocked, and assumes so if the server does not respond. */
export const checkBlock = () =>
  void renewSession().catch(() => {
    queryClient.setQueryData<Session | null>(sessionKey, (session) => session && { ...session, isBlocked: true })
  })

/** Milliseconds. */
const TIMEOUT_MS = 1500

/** Resolves to undefined after a failure or timeout. */
export const answerInTime = <Answer>(request: Promise<Answer>) =>
  Promise.race([request.catch(() => undefined), new Promise<undefined>((done) => setTimeout(done, TIMEOUT_MS))])

/** Ends the session on the server, which also deletes the cookie. */
export const endSession = () => callApi<typeof logOutCall>('POST /api/auth/logout')

/** Logs out, even while offline (`visitor.md §4`). */
export async function logOut() {
  endVisit()
  await answerInTime(endSession())
  location.reload()
}
