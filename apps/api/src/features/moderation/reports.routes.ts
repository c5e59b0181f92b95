import { decideReports, reportMedia, undoReport } from '@hotvote/shared/visitor/reports'
import { type Response, Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import {
  limitedVisitor,
  operator,
  requireSameUser,
  requireSession,
  requireUnblocked,
} from '../../platform/http/guards.ts'
import { networkHash } from '../../platform/http/network.ts'
import { reportedIn, setReported } from '../../platform/http/reported-cookie.ts'
import { resolveReports, revertReport, saveReport } from './reports.service.ts'

export const reportRoutes = (deps: Deps): Router => {
  const router = Router()
  const visitor = limitedVisitor(deps, 'report', requireUnblocked(deps))
  const listOthers = ({ req }: Response, mediaId: number) => reportedIn(req, deps.config).filter((id) => id !== mediaId)

  endpoint(router, reportMedia, visitor, async ({ params, body }, { userId }, res) => {
    requireSameUser(userId, body.userId)
    const network = networkHash(deps.config.secret, res.req.ip)
    const reported = await saveReport(deps, { ...params, ...body, network, requestId: res.locals.requestId })
    setReported(res, deps.config, [params.mediaId, ...listOthers(res, params.mediaId)])
    return reported
  })
  endpoint(router, undoReport, requireSession(deps), async ({ params, query }, { userId }, res) => {
    requireSameUser(userId, query.userId)
    const undone = await revertReport(deps, { ...params, userId, requestId: res.locals.requestId })
    setReported(res, deps.config, listOthers(res, params.mediaId))
    return undone
  })
  endpoint(router, decideReports, operator, ({ params, body }, caller) =>
    resolveReports(deps, { ...params, ...body }, caller),
  )
  return router
}
