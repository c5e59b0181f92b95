import { decideReports, reportMedia } from '@hotvote/shared/reports'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { limitedVisitor, operator, requireSameUser, requireUnblocked } from '../../http/guards.ts'
import { setReported } from '../../http/reported-cookie.ts'
import { decideReportsOf } from './report-review.service.ts'
import { reporterSince } from './reports.queries.ts'
import { reportOf } from './reports.service.ts'

/** What visitors report, and the operator's decisions on it. */
export const reportRoutes = (deps: Deps): Router => {
  const router = Router()
  const visitor = limitedVisitor(deps, 'report', requireUnblocked(deps))

  endpoint(router, reportMedia, visitor, async ({ params, body }, { userId }, res) => {
    requireSameUser(userId, body.userId)
    const reported = await reportOf(deps, { ...params, ...body, requestId: res.locals.requestId })
    const createdAt = await reporterSince(deps.db, userId)
    if (createdAt) setReported(res, deps.config, { ...params, createdAt })
    return reported
  })
  endpoint(router, decideReports, operator, ({ params, body }, caller) =>
    decideReportsOf(deps, { ...params, ...body }, caller),
  )
  return router
}
