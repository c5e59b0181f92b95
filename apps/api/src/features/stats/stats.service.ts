import { PLOT_DAYS } from '@hotvote/shared/limits'
import type { PageQuery } from '@hotvote/shared/page'
import type { MediaStats } from '@hotvote/shared/stats'
import { tallyOf } from '@hotvote/shared/tally'
import type { Deps } from '../../deps.ts'
import { noSuchItem } from '../../domain/errors.ts'
import { storedMediaFacts } from '../../domain/media-facts.ts'
import { requireSameUser } from '../../http/guards.ts'
import { ownerOf, ownItems, ownTotals, votesByDay } from './stats.queries.ts'

type StatsDeps = Pick<Deps, 'db' | 'config'>
type Row = Awaited<ReturnType<typeof ownItems>>['rows'][number]

export const toStats = (config: Deps['config'], row: Row): MediaStats => ({
  ...storedMediaFacts(config, row),
  isWaiting: row.isWaiting,
  isHidden: row.isHidden,
  totalViews: row.views,
  ...tallyOf(row.hotVotes, row.notVotes),
})

/** One page of a visitor's own items and the totals of all of them (`visitor.md §3`); `nextCursor` while there is more. */
export const statsOf = async ({ db, config }: StatsDeps, userId: number, page: PageQuery) => {
  const [totals, { rows, nextCursor }] = await Promise.all([ownTotals(db, userId), ownItems(db, userId, page)])
  return { stats: { ...totals, mediaStats: rows.map((row) => toStats(config, row)) }, nextCursor }
}

/**
 * Votes a day on one own item.
 * @throws {AppError} `not_found`; `not_yours` when somebody else uploaded it
 */
export const votesPerDayOf = async ({ db }: StatsDeps, userId: number, mediaId: number) => {
  const ownerId = await ownerOf(db, mediaId)
  if (ownerId === null) throw noSuchItem()
  requireSameUser(userId, ownerId)
  return votesByDay(db, mediaId, PLOT_DAYS)
}
