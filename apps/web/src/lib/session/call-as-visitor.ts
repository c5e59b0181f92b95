import type { Answer, Contract, RouteOf } from '@hotvote/shared/contract'
import type { Session } from '@hotvote/shared/visitor/sessions'
import { type CallInput, fetchContract } from '../api/call-api.ts'
import { hasCode } from '../api/call-error.ts'
import { queryClient } from '../api/query-client.ts'
import { cookiesBlocked } from '../browser/preferences.ts'
import { checkBlock, isDeleted, isLoginOver, renewSession, sessionKey } from './open-session.ts'
import { isLoggedOut } from './stored-session.ts'

const isUnknown = (error: unknown) => hasCode(error, 'no_session')

/**
 * Runs a call in the visitor's name. If the server does not know the session, it is opened again and the call repeated
 * once, unless that gives another user or the visitor logged out. A refused call (403) is never repeated.
 */
export async function asVisitor<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (isLoggedOut()) throw error
    if (hasCode(error, 'blocked')) checkBlock()
    // Another tab logged in as somebody else: the page shows that visitor.
    if (hasCode(error, 'not_yours')) void renewSession().catch(() => undefined)
    if (!isUnknown(error) && !isLoginOver(error) && !isDeleted(error)) throw error
    const before = queryClient.getQueryData<Session | null>(sessionKey)?.id
    const { id } = await renewSession()
    if (isLoggedOut() || (before ?? id) !== id) throw error
    return await call().catch((again: unknown) => {
      if (isUnknown(again) && !isLoggedOut()) cookiesBlocked.set(true)
      throw again
    })
  }
}

/** `callAsVisitor` for callers that need the headers of the answer, too. */
export const fetchAsVisitor = <C extends Contract>(route: RouteOf<C>, input?: CallInput<C>) =>
  asVisitor(() => fetchContract<C>(route, input))

/** `callApi` in the visitor's name: `callAsVisitor<typeof castVote>('POST /api/votes', { body })`; see `asVisitor`. */
export const callAsVisitor = async <C extends Contract>(route: RouteOf<C>, input?: CallInput<C>): Promise<Answer<C>> =>
  (await fetchAsVisitor<C>(route, input)).answer
