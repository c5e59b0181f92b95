import { listQueue, queueCount } from '@hotvote/shared/operator/review-queue'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { operator } from '../../platform/http/guards.ts'
import { withPageHeaders } from '../../platform/http/list-page.ts'
import { countsOfWaiting } from './queue.queries.ts'
import { queuePage } from './queue.service.ts'

/** docs/decisions/017. */
export const queueRoutes = (deps: Deps): Router => {
  const router = Router()
  endpoint(router, listQueue, operator, async ({ query }, _caller, res) => {
    const [{ entries, nextCursor }, counts] = await Promise.all([queuePage(deps, query), countsOfWaiting(deps.db)])
    const total = counts.reports + counts.takedowns + counts.lookAlikes + counts.surges
    return withPageHeaders(res, query, { rows: entries, total, nextCursor })
  })
  endpoint(router, queueCount, operator, () => countsOfWaiting(deps.db))
  return router
}
