import type { openSession, readSession, Session } from '@hotvote/shared/sessions'
import { isStorageBlocked } from '../browser/browser-storage.ts'
import { cookiesBlocked } from '../browser/cookies.ts'
import { callApi, fetchContract } from '../net/call-api.ts'
import { hasCode, NotCalledError } from '../net/call-error.ts'
import { queryClient } from '../net/query-client.ts'
import { endVisit } from './end-visit.ts'
import { sessionKey } from './session-key.ts'
import { clearFlags, readFlag } from './stored-flags.ts'
import { isLoggedOut, isSomebodyElse, rememberedSession, rememberSession, setLeft } from './stored-session.ts'

type Position = { latitude: number; longitude: number }

const isForgotten = (error: unknown) => hasCode(error, 'login_ended')

/** The server has forgotten the session of a saved account, or it ended as that was saved in another browser (docs/decisions/034). */
export const isLoginOver = (error: unknown) => isForgotten(error) || hasCode(error, 'saved_elsewhere')

/** The cookie is not of the visitor in whose name this page calls. */
export const isOfSomebodyElse = (error: unknown) => hasCode(error, 'not_yours')

/** The operator has blocked the visitor. */
export const isBlocked = (error: unknown) => hasCode(error, 'blocked')

/** The visitor whom this browser's cookie names. */
const sessionOfCookie = async (): Promise<Session> => {
  const { uploads: _uploads, votesCast: _votes, ...session } = await callApi<typeof readSession>('GET /api/session')
  return session
}

/** Says what happened in place of making a stranger of the account's owner. */
function leaveSavedAccount(sessionId: string, refusal: unknown) {
  if (isForgotten(refusal)) setLeft('login-ended', rememberedSession().email ?? '')
  else setLeft('saved-elsewhere', readFlag('link-sent', sessionId) ?? '')
  endVisit()
}

/** By the session that follows a deleted account: the refusal that said so, which was told. */
const deletions = new WeakMap<Session, unknown>()

async function leaveDeletedAccount(sessionId: string, refusal: unknown) {
  const { beginAnew } = await import('./deleted-account.ts')
  const session = await beginAnew(sessionId, postSession)
  deletions.set(session, refusal)
  return session
}

/**
 * Posts the remembered session, which finds or makes the visitor, and remembers what the server answers. A `position`
 * in degrees is kept with them; a remembered one is sent as such, as it may be older than what is stored. Throws what
 * `isLoginOver` knows once nobody is logged in here for that reason.
 */
export async function postSession(position?: Position): Promise<Session> {
  if (cookiesBlocked.get()) throw new NotCalledError('Cookies are blocked.')
  // Whether the address is confirmed is the server's to know.
  const { emailVerified, createdAt, isMadeUp, ...remembered } = rememberedSession()
  const { sessionId } = remembered
  const headers: Record<string, string> = {
    ...(!position && { 'X-Position': 'remembered' }),
    ...(isMadeUp ? { 'X-Session': 'made-up' } : emailVerified && { 'X-Session': 'saved' }),
  }
  const body = { ...remembered, ...position }
  try {
    const { answer: session } = await fetchContract<typeof openSession>('POST /api/session', { body }, { headers })
    // All tabs share one cookie, and what is remembered: the visitor of the other tab is this one's, too.
    if (isSomebodyElse(sessionId)) return await postSession(position)
    // The server had forgotten the visitor, and made another one.
    if (createdAt !== undefined && createdAt !== session.createdAt) clearFlags(sessionId)
    rememberSession(session)
    return session
  } catch (error) {
    if (hasCode(error, 'account_deleted')) return leaveDeletedAccount(sessionId, error)
    if (!isLoginOver(error)) throw error
    return await recoverLogin(sessionId, error)
  }
}

/** The link may have been opened in another tab: then this browser has the session that the account goes on with. */
async function recoverLogin(sessionId: string, refusal: unknown): Promise<Session> {
  const session = await sessionOfCookie().catch(() => null)
  // Another tab was told before: asking who is remembered would make somebody up.
  if (isLoggedOut()) throw refusal
  if (rememberedSession().sessionId !== sessionId) return postSession()
  if (session) rememberSession(session)
  else leaveSavedAccount(sessionId, refusal)
  return session ?? Promise.reject(refusal)
}

/** Who comes to the page. A browser that keeps nothing but cookies is known by its cookie, which the call that opens the visit renews. */
export async function findVisitor(): Promise<Session> {
  if (!isStorageBlocked() || cookiesBlocked.get()) return postSession()
  try {
    rememberSession(await sessionOfCookie())
    return await postSession()
  } catch (error) {
    if (isLoginOver(error) && !isLoggedOut()) leaveSavedAccount('', error)
    if (hasCode(error, 'account_deleted')) return leaveDeletedAccount('', error)
    if (hasCode(error, 'no_session')) return postSession()
    throw error
  }
}

/** Every screen shows this visitor, unless they have logged out since the server was asked. */
export const showVisitor = (session: Session) => {
  if (!isLoggedOut()) queryClient.setQueryData(sessionKey, session)
}

let renewing: Promise<Session> | undefined

/** Opens the session anew, by `find`, and tells every screen; calls that fail together share one request. */
export function renewSession(find: () => Promise<Session> = postSession): Promise<Session> {
  renewing ??= find()
    .then((session) => {
      showVisitor(session)
      return session
    })
    .finally(() => {
      renewing = undefined
    })
  return renewing
}

/**
 * Opens the session anew for a call that was refused with `refusal`, and that only those may repeat whom it `suits`. For
 * anybody else, and once they have logged out, it throws the refusal, or that of the account where the visitor was told
 * that it was deleted. Where the cookie is somebody else's by now, as another tab began anew, their visitor is this tab's, too.
 */
export async function renewFor(refusal: unknown, suits: (userId: number) => boolean): Promise<Session> {
  const session = await renewSession(isOfSomebodyElse(refusal) ? findVisitor : postSession)
  if (isLoggedOut() || !suits(session.id)) throw deletions.get(session) ?? refusal
  return session
}

/**
 * Whether the operator has blocked the visitor, who was refused, or blocks them no more: every screen says so once the
 * server has, and believes the refusal where that cannot be asked.
 */
export const askWhetherBlocked = () =>
  void renewSession(findVisitor).catch(() =>
    queryClient.setQueryData<Session | null>(sessionKey, (session) => session && { ...session, isBlocked: true }),
  )
