import { decideLookAlike } from '@hotvote/shared/operator/review-queue'
import {
  listTakedowns,
  reviewTakedown,
  showTakedown,
  takedownCounts,
  takedownMail,
} from '@hotvote/shared/operator/takedown-review'
import { fileCounterNotice, showNotice } from '@hotvote/shared/visitor/counter-notices'
import { fileTakedown } from '@hotvote/shared/visitor/takedowns'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { guard, operator } from '../../platform/http/guards.ts'
import { withPageHeaders } from '../../platform/http/list-page.ts'
import { readNotice, saveCounterNotice } from './counter-notices.service.ts'
import { resolveLookAlike } from './look-alikes.service.ts'
import { countByStatus, countTakedowns, findTakedowns } from './takedown-review.queries.ts'
import { buildDecisionMail, resolveTakedown, takedownWithMedia, toReviewed } from './takedown-review.service.ts'
import { saveTakedown } from './takedowns.service.ts'

/** Rights holders don't need a session to file a claim (`visitor.md §6`). */
export const takedownRoutes = (deps: Deps): Router => {
  const router = Router()
  const limited = guard({ isLimited: true }, (req) => deps.rateLimit('takedown', { address: req.ip }))
  const reader = guard({ isLimited: true }, (req) => deps.rateLimit('verify', { address: req.ip }))
  endpoint(router, fileTakedown, limited, ({ body }, _caller, res) =>
    saveTakedown(deps, body, { host: res.req.host ?? '', requestId: res.locals.requestId }),
  )
  endpoint(router, showNotice, reader, ({ params }) => readNotice(deps, params.token))
  endpoint(router, fileCounterNotice, limited, ({ params, body }, _caller, res) =>
    saveCounterNotice(deps, { ...params, ...body, requestId: res.locals.requestId }),
  )
  return router
}

/** See `admin.md §7`. */
export const takedownReviewRoutes = (deps: Deps): Router => {
  const router = Router()
  const { db } = deps

  endpoint(router, listTakedowns, operator, async ({ query }, _caller, res) => {
    const [page, total] = await Promise.all([findTakedowns(db, query), countTakedowns(db, query)])
    return withPageHeaders(res, query, { ...page, total }).map(toReviewed)
  })
  endpoint(router, takedownCounts, operator, async () => {
    const counts = { pending: 0, reviewed: 0, resolved: 0, rejected: 0 }
    for (const { status, count } of await countByStatus(db)) counts[status] = count
    return counts
  })
  endpoint(router, showTakedown, operator, ({ params }) => takedownWithMedia(deps, params.takedownId))
  endpoint(router, takedownMail, operator, ({ params, query }) => buildDecisionMail(deps, params.takedownId, query))
  endpoint(router, reviewTakedown, operator, ({ params, body }, caller) =>
    resolveTakedown(deps, { id: params.takedownId, move: body, operator: caller }),
  )
  endpoint(router, decideLookAlike, operator, ({ params, body }, caller) =>
    resolveLookAlike(deps, { ...params, ...body }, caller),
  )
  return router
}
