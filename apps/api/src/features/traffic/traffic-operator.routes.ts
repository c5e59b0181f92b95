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
import { type Response, Router } from 'express'
import type { Db } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { operator } from '../../http/guards.ts'
import { setPageHeaders } from '../../http/list-page.ts'
import { saveSetting } from '../settings/settings.service.ts'
import {
  addBackVersion,
  addIdleVersion,
  backVersions,
  countOfVersions,
  idleVersions,
  redirectCountsOf,
} from './redirect-versions.queries.ts'

/** A version as it is shown: dates as texts. */
const shown = <Row extends { createdAt: Date }>(row: Row) => ({ ...row, createdAt: row.createdAt.toISOString() })

/** Nothing has been saved. */
const none = { id: null, isActive: false, createdAt: null }

/** One page of a history; `rows` are one more than it holds when there is another. */
const pageOf = <Row extends { id: number; createdAt: Date }>(
  res: Response,
  { rows, total, limit }: { rows: Row[]; total: number; limit: number },
) => {
  const page = rows.slice(0, limit)
  setPageHeaders(res, { total, limit, nextCursor: rows.length > limit ? page.at(-1)?.id : undefined })
  return page.map(shown)
}

/** What the operator sets of redirects, every version that was saved, and how often they happened (`admin.md §7`). */
export const trafficOperatorRoutes = (deps: Pick<Deps, 'db' | 'log'>): Router => {
  const router = Router()

  endpoint(router, operatorIdleRedirect, operator, async () => {
    const [newest] = await idleVersions(deps.db, { limit: 1 })
    return newest ? shown(newest) : { idleRedirectTime: IDLE_TIME.default, idleRedirectUrl: '', ...none }
  })
  endpoint(router, saveIdleRedirect, operator, async ({ body: { asRead, ...wanted } }, who) => {
    const context = { setting: 'idle-redirect', ...wanted }
    const read = async (tx: Db) => (await idleVersions(tx, { limit: 1 }))[0]
    const write = (tx: Db) => addIdleVersion(tx, wanted)
    return shown(await saveSetting(deps, who, { context, asRead, wanted, read, write }))
  })
  endpoint(router, idleRedirectHistory, operator, async ({ query: { limit, cursor } }, _who, res) => {
    const rows = await idleVersions(deps.db, { limit: limit + 1, cursor })
    return pageOf(res, { rows, total: await countOfVersions(deps.db, 'idle_redirects'), limit })
  })

  endpoint(router, operatorBackButton, operator, async () => {
    const [newest] = await backVersions(deps.db, { limit: 1 })
    return newest ? shown(newest) : { backButtonUrl: '', ...none }
  })
  endpoint(router, saveBackButton, operator, async ({ body: { asRead, ...wanted } }, who) => {
    const context = { setting: 'back-button', ...wanted }
    const read = async (tx: Db) => (await backVersions(tx, { limit: 1 }))[0]
    const write = (tx: Db) => addBackVersion(tx, wanted)
    return shown(await saveSetting(deps, who, { context, asRead, wanted, read, write }))
  })
  endpoint(router, backButtonHistory, operator, async ({ query: { limit, cursor } }, _who, res) => {
    const rows = await backVersions(deps.db, { limit: limit + 1, cursor })
    return pageOf(res, { rows, total: await countOfVersions(deps.db, 'back_button_redirects'), limit })
  })

  endpoint(router, redirectsPerDay, operator, () => redirectCountsOf(deps.db, PLOT_DAYS))
  return router
}
