import { ratingsSince, userStats, votesPerDay } from '@hotvote/shared/stats'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { requireSameUser, requireSession } from '../../http/guards.ts'
import { setPageHeaders } from '../../http/list-page.ts'
import { votesSince } from './stats.queries.ts'
import { statsOf, votesPerDayOf } from './stats.service.ts'

export const statsRoutes = (deps: Deps): Router => {
  const router = Router()
  const visitor = requireSession(deps)

  endpoint(router, userStats, visitor, async ({ params, query }, caller, res) => {
    requireSameUser(caller.userId, params.userId)
    const { stats, nextCursor } = await statsOf(deps, caller.userId, query)
    setPageHeaders(res, { total: stats.totalUploads, limit: query.limit, nextCursor })
    return stats
  })
  endpoint(router, ratingsSince, visitor, ({ params, query }, caller) => {
    requireSameUser(caller.userId, params.userId)
    return votesSince(deps.db, caller.userId, new Date(query.since))
  })
  endpoint(router, votesPerDay, visitor, ({ params }, caller) => votesPerDayOf(deps, caller.userId, params.mediaId))
  return router
}
