import { likelyShare } from '@hotvote/shared/certainty'
import type { Answer } from '@hotvote/shared/contract'
import { PLOT_DAYS, TRASH_DAYS } from '@hotvote/shared/limits'
import type { PageQuery } from '@hotvote/shared/page'
import { toTally } from '@hotvote/shared/tally'
import {
  allVotesPerDay,
  type MediaStats,
  newsSeen,
  ratingsSince,
  statsNews,
  userStats,
  votesPerDay,
} from '@hotvote/shared/visitor/stats'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { DAY_MS } from '../../domain/day.ts'
import { noSuchItem } from '../../domain/errors.ts'
import { storedMediaFacts } from '../../domain/media-facts.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { limitedVisitor, noSession, requireSameUser, requireSession } from '../../platform/http/guards.ts'
import { setPageHeaders } from '../../platform/http/list-page.ts'
import { listUserNotices } from '../moderation/counter-notices.service.ts'
import {
  findOwner,
  markSeen,
  newsWindow,
  newVotes,
  ownItem,
  ownItems,
  ownResults,
  ownTotals,
  ownVotesByDay,
  votesByDay,
  votesSince,
} from './stats.queries.ts'

type StatsDeps = Pick<Deps, 'db' | 'config'>
type Row = Awaited<ReturnType<typeof ownItems>>['rows'][number]

const toDeclined = ({ declinedReason: reason, declinedNote: note, trashedAt }: Row): MediaStats['declined'] =>
  reason && trashedAt && { reason, note, erasedAt: new Date(trashedAt.getTime() + TRASH_DAYS * DAY_MS).toISOString() }

const toStats = (config: Deps['config'], row: Row): MediaStats => ({
  ...storedMediaFacts(config, row),
  isWaiting: row.isWaiting,
  isChecking: row.isChecking,
  isHidden: row.isHidden,
  declined: toDeclined(row),
  totalViews: row.views,
  ...toTally(row.hotVotes, row.notVotes),
})

const readStats = async ({ db, config }: StatsDeps, userId: number, page: PageQuery) => {
  const [totals, { rows, nextCursor }, notices] = await Promise.all([
    ownTotals(db, userId),
    ownItems(db, userId, page),
    page.cursor === undefined ? listUserNotices({ db, config }, userId) : [],
  ])
  return { stats: { ...totals, mediaStats: rows.map((row) => toStats(config, row)), notices }, nextCursor }
}

const listVotesPerDay = async ({ db }: StatsDeps, userId: number, mediaId: number) => {
  const ownerId = await findOwner(db, mediaId)
  if (ownerId === null) throw noSuchItem()
  requireSameUser(userId, ownerId)
  return votesByDay(db, mediaId, PLOT_DAYS)
}

/** Ranks items by the lower bound of their likely Hot share (docs/decisions/014). */
const findBest = async ({ db, config }: StatsDeps, userId: number) => {
  const results = await ownResults(db, userId)
  const ranked = results.map(({ hot, not, newest }) => ({ newest, sure: likelyShare(hot, hot + not).low }))
  const best = ranked.reduce<(typeof ranked)[number] | undefined>(
    (first, one) =>
      !first || one.sure > first.sure || (one.sure === first.sure && one.newest > first.newest) ? one : first,
    undefined,
  )
  const row = best && (await ownItem(db, userId, best.newest))
  return row ? toStats(config, row) : null
}

const oldest = (until: Date) => new Date(until.getTime() - PLOT_DAYS * DAY_MS)

const readNews = async (deps: StatsDeps, userId: number): Promise<Answer<typeof statsNews>> => {
  const [window, best] = await Promise.all([newsWindow(deps.db, userId), findBest(deps, userId)])
  if (!window) throw noSession()
  const { since, until } = window
  const counted = await newVotes(deps.db, userId, { since: since ?? oldest(until), until })
  return { since: since?.toISOString() ?? null, until: until.toISOString(), ...counted, best }
}

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
