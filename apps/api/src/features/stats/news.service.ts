import { likelyShare } from '@hotvote/shared/certainty'
import type { Answer } from '@hotvote/shared/contract'
import { PLOT_DAYS } from '@hotvote/shared/limits'
import type { statsNews } from '@hotvote/shared/stats'
import type { Deps } from '../../deps.ts'
import { DAY_MS } from '../../domain/day.ts'
import { noSession } from '../../http/guards.ts'
import { newsWindow, newVotes, ownItem, ownResults } from './news.queries.ts'
import { toStats } from './stats.service.ts'

type NewsDeps = Pick<Deps, 'db' | 'config'>

/** The item whose likely share of Hot begins the highest: few votes count less than many (docs/decisions/072). */
const bestOf = async ({ db, config }: NewsDeps, userId: number) => {
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

/**
 * What happened to somebody's items since the end of their visit before.
 * @throws {AppError} `no_session` when they were deleted or merged meanwhile
 */
export const newsOf = async (deps: NewsDeps, userId: number): Promise<Answer<typeof statsNews>> => {
  const [window, best] = await Promise.all([newsWindow(deps.db, userId), bestOf(deps, userId)])
  if (!window) throw noSession()
  const { since, until } = window
  const counted = await newVotes(deps.db, userId, { since: since ?? oldest(until), until })
  return { since: since?.toISOString() ?? null, until: until.toISOString(), ...counted, best }
}
