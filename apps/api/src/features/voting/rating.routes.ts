import { castVote, nextItem, readItem, recordView, undoVote } from '@hotvote/shared/visitor/rating'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { guard, sessionCookie } from '../../platform/http/guards.ts'
import { reportedIn } from '../../platform/http/reported-cookie.ts'
import { sharedItemOf } from './item-page.service.ts'
import { openNextItem } from './next-item.service.ts'
import { castVoteOf, recordViewOf, undoVoteOf } from './rating.service.ts'

/** The hot path: the session is checked inside each call's one statement. */
export const ratingRoutes = (deps: Deps): Router => {
  const router = Router()
  const nextItemOf = openNextItem(deps)
  const read = sessionCookie(deps.config)
  const visitor = guard({ session: 'required', isLimited: true }, async (req) => {
    const caller = read(req)
    await deps.rateLimit('rating', { session: caller.sessionHash, address: req.ip })
    return caller
  })

  endpoint(router, nextItem, visitor, ({ params, query }, caller, res) =>
    nextItemOf({ ...caller, ...params }, [...query.exclude, ...reportedIn(res.req, deps.config)]),
  )
  endpoint(router, readItem, visitor, ({ params }, caller) => sharedItemOf(deps, caller.sessionHash, params.mediaId))
  endpoint(router, castVote, visitor, ({ body }, caller) => castVoteOf(deps, { ...caller, userId: body.userId }, body))
  endpoint(router, undoVote, visitor, ({ params, query }, caller) =>
    undoVoteOf(deps, { ...caller, ...query }, params.mediaId),
  )
  endpoint(router, recordView, visitor, ({ params, body }, caller) =>
    recordViewOf(deps, { ...caller, ...body }, params.mediaId),
  )
  return router
}
