import { PLOT_DAYS } from '@hotvote/shared/limits'
import {
  backButtonHistory,
  IDLE_TIME,
  idleRedirectHistory,
  operatorBackButton,
  operatorIdleRedirect,
  redirectsPerDay,
  saveBackButton,
  saveIdleRedirect,
} from '@hotvote/shared/traffic'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { operator } from '../../http/guards.ts'
import { saveSetting } from '../audit/settings.service.ts'
import {
  addBackVersion,
  addIdleVersion,
  backVersions,
  idleVersions,
  redirectCountsOf,
} from './redirect-versions.queries.ts'

/** A version as it is shown: dates as texts. */
const shown = <Row extends { createdAt: Date }>(row: Row) => ({ ...row, createdAt: row.createdAt.toISOString() })

/** Nothing has been saved. */
const none = { id: null, isActive: false, createdAt: null }

/** What the operator sets of redirects, every version that was saved, and how often they happened (`admin.md §7`). */
export const trafficOperatorRoutes = (deps: Pick<Deps, 'db' | 'log'>): Router => {
  const router = Router()

  endpoint(router, operatorIdleRedirect, operator, async () => {
    const [newest] = await idleVersions(deps.db, 1)
    return newest ? shown(newest) : { idleRedirectTime: IDLE_TIME.default, idleRedirectUrl: '', ...none }
  })
  endpoint(router, saveIdleRedirect, operator, async ({ body }, who) => {
    const context = { setting: 'idle-redirect', ...body }
    return shown(await saveSetting(deps, who, { context, write: (tx) => addIdleVersion(tx, body) }))
  })
  endpoint(router, idleRedirectHistory, operator, async () => (await idleVersions(deps.db)).map(shown))

  endpoint(router, operatorBackButton, operator, async () => {
    const [newest] = await backVersions(deps.db, 1)
    return newest ? shown(newest) : { backButtonUrl: '', ...none }
  })
  endpoint(router, saveBackButton, operator, async ({ body }, who) => {
    const context = { setting: 'back-button', ...body }
    return shown(await saveSetting(deps, who, { context, write: (tx) => addBackVersion(tx, body) }))
  })
  endpoint(router, backButtonHistory, operator, async () => (await backVersions(deps.db)).map(shown))

  endpoint(router, redirectsPerDay, operator, () => redirectCountsOf(deps.db, PLOT_DAYS))
  return router
}
