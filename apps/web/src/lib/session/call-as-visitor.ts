import type { Answer, Contract, ProofChallenge, RouteOf } from '@hotvote/shared/contract'
import type { Session } from '@hotvote/shared/visitor/sessions'
import { type CallInput, fetchContract } from '../api/call-api.ts'
import { hasCode } from '../api/call-error.ts'
import { queryClient } from '../api/query-client.ts'
import { cookiesBlocked } from '../browser/preferences.ts'
import { checkBlock, isDeleted, isLoginOver, renewSession, sessionKey } from './open-session.ts'
import { isLoggedOut } from './stored-session.ts'

/** Query key for the parts of the site that the operator has closed. */
export const closedKey = ['closed']

const isUnknown = (error: unknown) => hasCode(error, 'no_session')

/**
 * Runs a call, and retries it once with a new session if the server does not know the old one.
 * Never retries it for a different user, after a logout, or after a 403.
 */
export async function asVisitor<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (isLoggedOut()) throw error
    if (hasCode(error, 'blocked')) checkBlock()
    if (hasCode(error, 'closed')) void queryClient.invalidateQueries({ queryKey: closedKey })
    // Another tab logged in as a different user; switch to that user.
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

/** Solves the challenge of a rejected call, then retries the call once (docs/back-office.md). */
export async function withProof<T>(send: (headers?: Record<string, string>) => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    const challenge = error instanceof Error && 'challenge' in error ? (error.challenge as ProofChallenge) : undefined
    if (!challenge) throw error
    const { solveProof } = await import('./proof.ts')
    return send(await solveProof(challenge).catch(() => Promise.reject(error)))
  }
}

/** Like `callAsVisitor`, but also returns the headers. */
export const fetchAsVisitor = <C extends Contract>(route: RouteOf<C>, input?: CallInput<C>) =>
  asVisitor(() => withProof((headers) => fetchContract<C>(route, input, headers && { headers })))

/** Example: `callAsVisitor<typeof castVote>('POST /api/votes', { body })`. See `asVisitor`. */
export const callAsVisitor = async <C extends Contract>(route: RouteOf<C>, input?: CallInput<C>): Promise<Answer<C>> =>
  (await fetchAsVisitor<C>(route, input)).answer
