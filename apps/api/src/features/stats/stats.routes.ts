import { PLOT_DAYS } from '@hotvote/shared/limits'
import {
  allVotesPerDay,
  newsSeen,
  ratingsSince,
  statsNews,
  userStats,
  votesPerDay,
} from '@hotvote/shared/visitor/stats'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { limitedVisitor, requireSameUser, requireSession } from '../../platform/http/guards.ts'
import { setPageHeaders } from '../../platform/http/list-page.ts'
import { markSeen, ownVotesByDay, votesSince } from './stats.queries.ts'
import { listVotesPerDay, readNews, readStats } from './stats.service.ts'

export const statsRoutes = (deps: Deps): Router => {
  const router = Router()
  const visitor = limitedVisitor(deps, 'stats', requireSession(deps))

  endpoint(router, userStats, visitor, async ({ params, query }, caller, res) => {
    requireSameUser(caller.userId, params.userId)
    const { stats, nextCursor } = await readStats(deps, caller.userId, query)
    setPageHeaders(res, { total: stats.totalUploads, limit: query.limit, nextCursor })
    return stats
  })
  endpoint(router, ratingsSince, visitor, ({ params, query }, caller) => {
    requireSameUser(caller.userId, params.userId)
    return votesSince(deps.db, caller.userId, new Date(query.since))
  })
  endpoint(router, allVotesPerDay, visitor, ({ params }, caller) => {
    requireSameUser(caller.userId, params.userId)
    return ownVotesByDay(deps.db, caller.userId, PLOT_DAYS)
  })
  endpoint(router, statsNews, visitor, ({ params }, caller) => {
    requireSameUser(caller.userId, params.userId)
    return readNews(deps, caller.userId)
  })
  endpoint(router, newsSeen, visitor, ({ params, body }, caller) => {
    requireSameUser(caller.userId, params.userId)
    return markSeen(deps.db, caller.userId, new Date(body.until))
  })
  endpoint(router, votesPerDay, visitor, ({ params }, caller) => listVotesPerDay(deps, caller.userId, params.mediaId))
  return router
}
