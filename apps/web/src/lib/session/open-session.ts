import type { logOut as logOutCall } from '@hotvote/shared/visitor/accounts'
import type { openSession, Session } from '@hotvote/shared/visitor/sessions'
import { callApi } from '../api/call-api.ts'
import { hasCode, NotCalledError } from '../api/call-error.ts'
import { queryClient } from '../api/query-client.ts'
import { cookiesBlocked } from '../browser/preferences.ts'
import { store } from '../browser/store.ts'
import { toast } from '../browser/toasts.ts'
import { forgetSession, isLoggedOut, rememberedSession, rememberSession, setLoggedOut } from './stored-session.ts'

/** The query that holds the visitor. */
export const sessionKey = ['session'] as const

/** The account was saved in another browser, or the server has forgotten the session of a saved account (ADR 034). */
export type EndReason = 'saved-elsewhere' | 'login-ended'
/** Why the session ended without a logout, and the address of the account if this browser knew it. */
export const ended = store<{ why: EndReason; address: string } | null>(null)

const endings = new Set<() => void>()

/** Registers what stops acting in the visitor's name when they log out or their account is gone. */
export const onVisitEnd = (end: () => void) => void endings.add(end)

const stopVisit = () => {
  for (const end of endings) end()
}

/** Forgets the visitor, and every screen shows that they are logged out (`visitor.md §4`). */
function endVisit() {
  setLoggedOut(true)
  forgetSession()
  stopVisit()
  queryClient.setQueryData(sessionKey, null)
}

export const isLoginOver = (error: unknown) => hasCode(error, 'login_ended', 'saved_elsewhere')

export const isDeleted = (error: unknown) => hasCode(error, 'account_deleted')

/** Forgets the refused session after `isLoginOver` or `isDeleted`, and tells the visitor. */
function handleRefusal(error: unknown, sessionId: string): never {
  if (isDeleted(error)) {
    stopVisit()
    // Another call or tab may have begun the next session already.
    if (rememberedSession().sessionId === sessionId) forgetSession()
    toast({ title: 'Account deleted', description: 'It is gone for good. You are here as somebody new now.' })
  }
  if (isLoginOver(error) && !isLoggedOut()) {
    const why = hasCode(error, 'login_ended') ? 'login-ended' : 'saved-elsewhere'
    ended.set({ why, address: rememberedSession().email ?? '' })
    endVisit()
  }
  throw error
}

type Position = { latitude: number; longitude: number }

/**
 * Finds or makes the visitor: the cookie decides, and without one the stored session id. `position`, in degrees, is kept;
 * a stored one is sent as such, as the server may know a newer one.
 * @throws CallError: after `isLoginOver` the visitor is logged out, after `isDeleted` the next call makes a new one
 */
export async function postSession(position?: Position): Promise<Session> {
  if (cookiesBlocked.get()) throw new NotCalledError('Cookies are blocked.')
  const { emailVerified, ...stored } = rememberedSession()
  const headers: Record<string, string> = {
    ...(!position && { 'X-Position': 'remembered' }),
    ...(emailVerified && { 'X-Session': 'saved' }),
  }
  const body = { ...stored, ...position }
  try {
    const session = await callApi<typeof openSession>('POST /api/session', { body }, { headers })
    rememberSession(session)
    return session
  } catch (error) {
    return handleRefusal(error, stored.sessionId)
  }
}

/** Shows this visitor on every screen, unless they logged out in the meantime. */
export const showVisitor = (session: Session) => {
  if (!isLoggedOut()) queryClient.setQueryData(sessionKey, session)
}

let renewing: Promise<Session> | undefined

const reopenSession = async () => {
  try {
    const session = await postSession()
    showVisitor(session)
    return session
  } catch (error) {
    if (isDeleted(error)) showVisitor(await postSession())
    throw error
  }
}

/**
 * Opens the session again and shows its visitor; calls that fail together share one request.
 * @throws CallError as `postSession`; after `isDeleted` a new visitor is shown
 */
export function renewSession(): Promise<Session> {
  renewing ??= reopenSession().finally(() => {
    renewing = undefined
  })
  return renewing
}

/** Asks the server whether the visitor is blocked; if it cannot say, the refused call is believed. */
export const checkBlock = () =>
  void renewSession().catch((error) => {
    if (isDeleted(error)) return
    queryClient.setQueryData<Session | null>(sessionKey, (session) => session && { ...session, isBlocked: true })
  })

/** Milliseconds that logging out, and the question before it, wait for the server. */
const TIMEOUT_MS = 1500

/** The answer; nothing when it fails or does not come in time. */
export const answerInTime = <Answer>(request: Promise<Answer>) =>
  Promise.race([request.catch(() => undefined), new Promise<undefined>((done) => setTimeout(done, TIMEOUT_MS))])

/** Ends the session on the server, which deletes the cookie. */
export const endSession = () => callApi<typeof logOutCall>('POST /api/auth/logout')

/** Logs out (`visitor.md §4`), whether or not the server can be reached. */
export async function logOut() {
  endVisit()
  await answerInTime(endSession())
  location.reload()
}
