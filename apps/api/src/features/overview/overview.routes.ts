import { PLOT_DAYS } from '@hotvote/shared/limits'
import { overview } from '@hotvote/shared/operator/overview'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { entriesSince } from '../../platform/audit/audit-entries.queries.ts'
import { cachedCount } from '../../platform/db/cached.ts'
import { waitingDecisions } from '../../platform/db/waiting-decisions.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { operator } from '../../platform/http/guards.ts'
import { jobCounts } from '../../platform/jobs/queue-tables.ts'
import { listActivity, readSiteTotals } from './overview.service.ts'

export const overviewRoutes = ({ db }: Pick<Deps, 'db'>): Router => {
  const router = Router()
  const totalsNow = cachedCount(
    () => readSiteTotals(db),
    ({ media }) => media,
  )
  const activityNow = cachedCount(
    () => listActivity(db),
    (days) => days.reduce((votes, { hotVotes, notVotes }) => votes + hotVotes + notVotes, 0),
  )
  endpoint(router, overview, operator, async () => {
    const [days, totals, decisions, jobs, lostMails] = await Promise.all([
      activityNow(),
      totalsNow(),
      waitingDecisions(db),
      jobCounts(db),
      entriesSince(db, 'MAIL_NOT_DELIVERED', PLOT_DAYS),
    ])
    return { days, totals, decisions, queues: { ...jobs, lostMails } }
  })
  return router
}
