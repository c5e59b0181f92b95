import { decideReports, reportMedia, undoReport } from '@hotvote/shared/reports'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { limitedVisitor, operator, requireSameUser, requireSession, requireUnblocked } from '../../http/guards.ts'
import { networkHash } from '../../http/network-hash.ts'
import { forgetReported, setReported } from '../../http/reported-cookie.ts'
import { reporterSince } from './reports.queries.ts'
import { decideReportsOf, reportOf, undoReportOf } from './reports.service.ts'

export const reportRoutes = (deps: Deps): Router => {
  const router = Router()
  const visitor = limitedVisitor(deps, 'report', requireUnblocked(deps))

  endpoint(router, reportMedia, visitor, async ({ params, body }, { userId }, res) => {
    requireSameUser(userId, body.userId)
    const network = networkHash(deps.config.secret, res.req.ip)
    const reported = await reportOf(deps, { ...params, ...body, network, requestId: res.locals.requestId })
    const createdAt = await reporterSince(deps.db, userId)
    if (!createdAt) return reported
    setReported(res, deps.config, { mediaId: params.mediaId, createdAt })
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
