import { PROOF_HEADER } from '@hotvote/shared/contract'
import { castVote, nextItem, readItem, recordView, undoVote } from '@hotvote/shared/visitor/rating'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { guard, sessionCookie } from '../../platform/http/guards.ts'
import { reportedIn } from '../../platform/http/reported-cookie.ts'
import { isProven } from '../access/proof.service.ts'
import { findSharedItem } from './item-page.service.ts'
import { createNextItemPicker } from './next-item.service.ts'
import { revertVote, saveView, saveVote } from './rating.service.ts'

/** Each call checks its session in its main statement, which saves a query. */
export const ratingRoutes = (deps: Deps): Router => {
  const router = Router()
  const drawNextItem = createNextItemPicker(deps)
  const read = sessionCookie(deps.config)
  const visitor = guard({ session: 'required', isLimited: true }, async (req) => {
    const caller = read(req)
    await deps.rateLimit('rating', { session: caller.sessionHash, address: req.ip })
    return caller
  })

  endpoint(router, nextItem, visitor, ({ params, query }, caller, res) =>
    drawNextItem({ ...caller, ...params }, [...query.exclude, ...reportedIn(res.req, deps.config)]),
  )
  endpoint(router, readItem, visitor, ({ params }, caller) => findSharedItem(deps, caller.sessionHash, params.mediaId))
  endpoint(router, castVote, visitor, async ({ body }, caller, { req, locals }) => {
    const needsProof = locals.asksProof && !(await isProven(deps, body.userId, req.get(PROOF_HEADER)))
    return saveVote(deps, { ...caller, userId: body.userId }, { ...body, needsProof })
  })
  endpoint(router, undoVote, visitor, ({ params, query }, caller) =>
    revertVote(deps, { ...caller, ...query }, params.mediaId),
  )
  endpoint(router, recordView, visitor, ({ params, body }, caller) =>
    saveView(deps, { ...caller, ...body }, params.mediaId),
  )
  return router
}
