import { userStats, votesPerDay } from '@hotvote/shared/stats'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { mustBe, requireSession } from '../../http/guards.ts'
import { setPageHeaders } from '../../http/list-page.ts'
import { statsOf, votesPerDayOf } from './stats.service.ts'

export const statsRoutes = (deps: Deps): Router => {
  const router = Router()
  const visitor = requireSession(deps)

  endpoint(router, userStats, visitor, async ({ params, query }, who, res) => {
    mustBe(who.userId, params.userId)
    const { stats, nextCursor } = await statsOf(deps, who.userId, query)
    setPageHeaders(res, { total: stats.totalUploads, limit: query.limit, nextCursor })
    return stats
  })
  endpoint(router, votesPerDay, visitor, ({ params }, who) => votesPerDayOf(deps, who.userId, params.mediaId))
  return router
}
