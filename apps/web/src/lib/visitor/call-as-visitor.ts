import type { Answer, Contract, RouteOf } from '@hotvote/shared/contract'
import { cookiesBlocked } from '../browser/cookies.ts'
import { type CallInput, fetchContract } from '../net/call-api.ts'
import { hasCode } from '../net/call-error.ts'
import { askWhetherBlocked, isBlocked, isLoginOver, isOfSomebodyElse, renewFor } from './renew-session.ts'
import { isLoggedOut } from './stored-session.ts'

type Suits = (userId: number) => boolean
export const anybody: Suits = () => true
const nobody: Suits = () => false
const isRead = (route: string) => route.startsWith('GET ')

/** `callAsVisitor` for those who need the headers of the answer, too. */
export async function fetchAsVisitor<C extends Contract>(
  route: RouteOf<C>,
  input: CallInput<C> = {},
  suits?: Suits,
): Promise<{ answer: Answer<C>; headers: Headers }> {
  try {
    return await fetchContract<C>(route, input)
  } catch (error) {
    if (isLoggedOut()) throw error
    if (isBlocked(error)) askWhetherBlocked()
    if (!(isUnknown(error) || isLoginOver(error) || isOfSomebodyElse(error))) throw error
    const { id } = await renewFor(error, suits ?? (isOfSomebodyElse(error) && !isRead(route) ? nobody : anybody))
    return await fetchContract<C>(route, withUserId(id, input)).catch((again: unknown) => {
      if (isUnknown(again) && !isLoggedOut()) cookiesBlocked.set(true)
      throw again
    })
  }
}

/**
 * `callApi` in the visitor's name: `callAsVisitor<typeof castVote>('POST /api/votes', { body })`. When the server does not
 * know the session (an operator's reset), it is renewed and the call repeated once, unless the visitor logged out; when
 * it is unknown even then, the browser blocks cookies. The call is not repeated for a user whom it does not suit (`suits`).
 * So it is when the cookie is somebody else's (another tab began anew); what changes something is repeated then only
 * where `suits` says so: it may have been about what the former visitor has.
 */
export const callAsVisitor = async <C extends Contract>(
  route: RouteOf<C>,
  input?: CallInput<C>,
  suits?: Suits,
): Promise<Answer<C>> => (await fetchAsVisitor<C>(route, input, suits)).answer

const isUnknown = (error: unknown) => hasCode(error, 'no_session')

/** The renewed session may be of another user: their id replaces the old one in every part that has a `userId`. */
const withUserId = <C extends Contract>(userId: number, input: CallInput<C>): CallInput<C> => {
  const replaced = <T>(part: T): T =>
    typeof part === 'object' && part !== null && 'userId' in part ? { ...part, userId } : part
  return {
    ...input,
    ...(input.params && { params: replaced(input.params) }),
    ...(input.query && { query: replaced(input.query) }),
    ...(input.body !== undefined && { body: replaced(input.body) }),
  }
}
