import { PLOT_DAYS } from '@hotvote/shared/limits'
import { overview } from '@hotvote/shared/overview'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { operator } from '../../http/guards.ts'
import { activityOf, queueLengths, totalsOfSite } from './overview.queries.ts'

export const overviewRoutes = ({ db }: Pick<Deps, 'db'>): Router => {
  const router = Router()
  endpoint(router, overview, operator, async () => {
    const [days, totals, queues] = await Promise.all([activityOf(db, PLOT_DAYS), totalsOfSite(db), queueLengths(db)])
    return { days, totals, queues }
  })
  return router
}
