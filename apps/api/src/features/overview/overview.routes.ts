import { PLOT_DAYS } from '@hotvote/shared/limits'
import { overview } from '@hotvote/shared/operator/overview'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { entriesSince } from '../../platform/audit/audit-entries.queries.ts'
import { cachedCount } from '../../platform/db/cached.ts'
import { waitingDecisions } from '../../platform/db/waiting-decisions.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { operator } from '../../platform/http/guards.ts'
import { queueByTask } from '../../platform/jobs/queue-tables.ts'
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
      queueByTask(db),
      entriesSince(db, 'MAIL_NOT_DELIVERED', PLOT_DAYS),
    ])
    const waitingJobs = jobs.reduce((sum, { due, running }) => sum + due + running, 0)
    const failedJobs = jobs.reduce((sum, { failed }) => sum + failed, 0)
    return { days, totals, decisions, queues: { waitingJobs, failedJobs, lostMails } }
  })
  return router
}
