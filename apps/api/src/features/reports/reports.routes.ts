import { decideReports, reportMedia, undoReport } from '@hotvote/shared/reports'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { limitedVisitor, operator, requireSameUser, requireSession, requireUnblocked } from '../../http/guards.ts'
import { networkHash } from '../../http/network-hash.ts'
import { forgetReported, REPORTED_MOST, setReported } from '../../http/reported-cookie.ts'
import { lastReportedBy, reporterSince } from './reports.queries.ts'
import { decideReportsOf, reportOf, undoReportOf } from './reports.service.ts'

/** What visitors report, and the operator's decisions on it. */
export const reportRoutes = (deps: Deps): Router => {
  const router = Router()
  const visitor = limitedVisitor(deps, 'report', requireUnblocked(deps))

  endpoint(router, reportMedia, visitor, async ({ params, body }, { userId }, res) => {
    requireSameUser(userId, body.userId)
    const network = networkHash(deps.config.secret, res.req.ip)
    const reported = await reportOf(deps, { ...params, ...body, network, requestId: res.locals.requestId })
    const createdAt = await reporterSince(deps.db, userId)
    if (!createdAt) return reported
    // Not only the cookie's: of two reports that are under way at once neither has the other one's.
    const last = await lastReportedBy(deps.db, userId, REPORTED_MOST)
    setReported(res, deps.config, { mediaIds: [params.mediaId, ...last], createdAt })
    return reported
  })
  endpoint(router, undoReport, requireSession(deps), async ({ params, query }, { userId }, res) => {
    requireSameUser(userId, query.userId)
    const undone = await undoReportOf(deps, { ...params, userId, requestId: res.locals.requestId })
    forgetReported(res, deps.config, params.mediaId)
    return undone
  })
  endpoint(router, decideReports, operator, ({ params, body }, caller) =>
    decideReportsOf(deps, { ...params, ...body }, caller),
  )
  return router
}
