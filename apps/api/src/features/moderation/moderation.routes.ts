import { allowRemovedItem, listRemovedItems } from '@hotvote/shared/operator/removed-items'
import { decideQueued, decideSurge, listQueue, queueCount } from '@hotvote/shared/operator/review-queue'
import { decideUploads, listWaitingUploads } from '@hotvote/shared/operator/upload-review'
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
import { withPageHeaders } from '../../platform/http/list-page.ts'
import { networkHash } from '../../platform/http/network.ts'
import { reportedIn, setReported } from '../../platform/http/reported-cookie.ts'
import { countQueueEntries, countWaitingEntries } from './queue.queries.ts'
import { decideOnEach, queuePage } from './queue.service.ts'
import { countRemovedItems, removedItemsPage } from './removed-items.queries.ts'
import { allowAgain, toRemovedItem } from './removed-items.service.ts'
import { resolveReports, revertReport, saveReport } from './reports.service.ts'
import { decideSurgeOnce } from './surges.service.ts'
import { countWaiting, waitingPage } from './upload-review.queries.ts'
import { decideOnUploads, toWaitingUpload } from './upload-review.service.ts'

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

/** Routes of the review queue, the upload review and the removed items (docs/decisions/017, 031 and 038). */
export const reviewRoutes = (deps: Deps): Router => {
  const router = Router()
  endpoint(router, listQueue, operator, async ({ query }, _caller, res) => {
    const [{ entries, nextCursor }, total] = await Promise.all([
      queuePage(deps, query),
      countWaitingEntries(deps.db, query.kind),
    ])
    return withPageHeaders(res, query, { rows: entries, total, nextCursor })
  })
  endpoint(router, queueCount, operator, () => countQueueEntries(deps.db))
  endpoint(router, decideQueued, operator, ({ body }, caller) => decideOnEach(deps, body, caller))
  endpoint(router, decideSurge, operator, ({ params, body }, caller) =>
    decideSurgeOnce(deps, { ...params, ...body }, caller),
  )
  endpoint(router, listWaitingUploads, operator, async ({ query }, _caller, res) => {
    const [page, total] = await Promise.all([waitingPage(deps.db, query), countWaiting(deps.db)])
    return withPageHeaders(res, query, { ...page, total }).map((row) => toWaitingUpload(deps.config, row))
  })
  endpoint(router, decideUploads, operator, ({ body }, caller) => decideOnUploads(deps, body, caller))
  endpoint(router, listRemovedItems, operator, async ({ query }, _caller, res) => {
    const [page, total] = await Promise.all([removedItemsPage(deps.db, query), countRemovedItems(deps.db, query)])
    return withPageHeaders(res, query, { ...page, total }).map(toRemovedItem)
  })
  endpoint(router, allowRemovedItem, operator, ({ params }, caller) => allowAgain(deps, params.removedItemId, caller))
  return router
}
