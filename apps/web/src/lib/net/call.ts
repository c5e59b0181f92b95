import type { Answer, Contract, RouteOf } from '@hotvote/shared/contract'
import { cookiesBlocked } from '../browser/cookies.ts'
import { isSavedElsewhere, renewSession } from '../visitor/renew-session.ts'
import { isLoggedOut } from '../visitor/stored-session.ts'
import { CallError } from './call-error.ts'
import { type Request, send } from './send.ts'

/**
 * One call of the API: `call<typeof castVote>('POST /api/votes', { body })`. Contracts are imported as types, so that
 * their schemas stay out of the page. A session that the server no longer knows (an operator's reset) is opened anew
 * once and the call repeated in its name, unless the visitor logged out. Who is not known even then keeps no cookies. Throws `CallError` for any answer but
 * success, and whatever `fetch` throws when there is no answer.
 */
export async function call<C extends Contract>(route: RouteOf<C>, sent: Request<C> = {}): Promise<Answer<C>> {
  try {
    return await send<C>(route, sent)
  } catch (error) {
    if (!(isUnknown(error) || isSavedElsewhere(error)) || isLoggedOut()) throw error
    const { id } = await renewSession()
    return await send<C>(route, inTheNameOf(id, sent)).catch((again: unknown) => {
      if (isUnknown(again) && !isLoggedOut()) cookiesBlocked.set(true)
      throw again
    })
  }
}

const isUnknown = (error: unknown) => error instanceof CallError && error.code === 'no_session'

/** The user may have a new id: every part that names them (`userId` in our contracts) follows. */
const inTheNameOf = <C extends Contract>(userId: number, sent: Request<C>): Request<C> => {
  const renamed = <T>(part: T): T =>
    typeof part === 'object' && part !== null && 'userId' in part ? { ...part, userId } : part
  return {
    ...sent,
    ...(sent.params && { params: renamed(sent.params) }),
    ...(sent.query && { query: renamed(sent.query) }),
    ...(sent.body !== undefined && { body: renamed(sent.body) }),
  }
}
