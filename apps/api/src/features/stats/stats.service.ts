import { likelyShare } from '@hotvote/shared/certainty'
import type { Answer } from '@hotvote/shared/contract'
import { PLOT_DAYS } from '@hotvote/shared/limits'
import type { PageQuery } from '@hotvote/shared/page'
import { toTally } from '@hotvote/shared/tally'
import type { MediaStats, statsNews } from '@hotvote/shared/visitor/stats'
import type { Deps } from '../../deps.ts'
import { DAY_MS } from '../../domain/day.ts'
import { noSuchItem } from '../../domain/errors.ts'
import { storedMediaFacts } from '../../domain/media-facts.ts'
import { noSession, requireSameUser } from '../../platform/http/guards.ts'
import {
  findOwner,
  newsWindow,
  newVotes,
  ownItem,
  ownItems,
  ownResults,
  ownTotals,
  votesByDay,
} from './stats.queries.ts'

type StatsDeps = Pick<Deps, 'db' | 'config'>
type Row = Awaited<ReturnType<typeof ownItems>>['rows'][number]

const toStats = (config: Deps['config'], row: Row): MediaStats => ({
  ...storedMediaFacts(config, row),
  isWaiting: row.isWaiting,
  isHidden: row.isHidden,
  totalViews: row.views,
  ...toTally(row.hotVotes, row.notVotes),
})

/** `nextCursor` is set while there are more items (`visitor.md §3`). */
export const readStats = async ({ db, config }: StatsDeps, userId: number, page: PageQuery) => {
  const [totals, { rows, nextCursor }] = await Promise.all([ownTotals(db, userId), ownItems(db, userId, page)])
  return { stats: { ...totals, mediaStats: rows.map((row) => toStats(config, row)) }, nextCursor }
}

export const listVotesPerDay = async ({ db }: StatsDeps, userId: number, mediaId: number) => {
  const ownerId = await findOwner(db, mediaId)
  if (ownerId === null) throw noSuchItem()
  requireSameUser(userId, ownerId)
  return votesByDay(db, mediaId, PLOT_DAYS)
}

type NewsDeps = Pick<Deps, 'db' | 'config'>

/** Ranks by the lower bound of the likely share of Hot (docs/decisions/014). */
const findBest = async ({ db, config }: NewsDeps, userId: number) => {
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

export const readNews = async (deps: NewsDeps, userId: number): Promise<Answer<typeof statsNews>> => {
  const [window, best] = await Promise.all([newsWindow(deps.db, userId), findBest(deps, userId)])
  if (!window) throw noSession()
  const { since, until } = window
  const counted = await newVotes(deps.db, userId, { since: since ?? oldest(until), until })
  return { since: since?.toISOString() ?? null, until: until.toISOString(), ...counted, best }
}
