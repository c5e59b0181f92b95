import { decideLookAlike } from '@hotvote/shared/operator/look-alikes'
import {
  listTakedowns,
  reviewTakedown,
  showTakedown,
  takedownCounts,
  takedownMail,
} from '@hotvote/shared/operator/takedown-review'
import { fileTakedown } from '@hotvote/shared/visitor/takedowns'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { guard, operator } from '../../platform/http/guards.ts'
import { readIdempotencyKey } from '../../platform/http/idempotency-key.ts'
import { withPageHeaders } from '../../platform/http/list-page.ts'
import { resolveLookAlike } from './look-alikes.service.ts'
import { countOfTakedowns, countsByStatus, findTakedowns } from './takedown-review.queries.ts'
import { mailOfDecision, resolveTakedown, takedownWithMedia, toReviewed } from './takedown-review.service.ts'
import { saveTakedown } from './takedowns.service.ts'

/** Rights holders need no session (`visitor.md §6`). */
export const takedownRoutes = (deps: Deps): Router => {
  const router = Router()
  const limited = guard({ isLimited: true }, (req) => deps.rateLimit('takedown', { address: req.ip }))
  endpoint(router, fileTakedown, limited, ({ body }, _caller, res) =>
    saveTakedown(deps, body, {
      host: res.req.host ?? '',
      requestId: res.locals.requestId,
      key: readIdempotencyKey(res.req),
    }),
  )
  return router
}

/** `admin.md §7`. */
export const takedownReviewRoutes = (deps: Deps): Router => {
  const router = Router()
  const { db } = deps

  endpoint(router, listTakedowns, operator, async ({ query }, _caller, res) => {
    const [page, total] = await Promise.all([findTakedowns(db, query), countOfTakedowns(db, query)])
    return withPageHeaders(res, query, { ...page, total }).map(toReviewed)
  })
  endpoint(router, takedownCounts, operator, async () => {
    const counts = { pending: 0, reviewed: 0, resolved: 0, rejected: 0 }
    for (const { status, count } of await countsByStatus(db)) counts[status] = count
    return counts
  })
  endpoint(router, showTakedown, operator, ({ params }) => takedownWithMedia(deps, params.takedownId))
  endpoint(router, takedownMail, operator, ({ params, query }) => mailOfDecision(deps, params.takedownId, query))
  endpoint(router, reviewTakedown, operator, ({ params, body }, caller) =>
    resolveTakedown(deps, { id: params.takedownId, move: body, operator: caller }),
  )
  endpoint(router, decideLookAlike, operator, ({ params, body }, caller) =>
    resolveLookAlike(deps, { ...params, ...body }, caller),
  )
  return router
}
