import { adPlacement } from '@hotvote/shared/ads'
import { settingChanges } from '@hotvote/shared/settings'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { mayRunInPage } from '../../domain/ad-placement.ts'
import { endpoint } from '../../http/endpoint.ts'
import { operator } from '../../http/guards.ts'
import { withPageHeaders } from '../../http/list-page.ts'
import { allSettings, settingOf } from './all-settings.ts'
import { countVersions } from './settings.queries.ts'
import { readChanges, readHistory, readSetting, saveSetting } from './settings.service.ts'

/** The operator's settings, and the history of those that have one (`admin.md §7`). */
export const settingRoutes = (deps: Pick<Deps, 'db' | 'log' | 'config'>): Router => {
  const router = Router()

  for (const setting of allSettings) {
    endpoint(router, setting.read, operator, () => readSetting(deps, setting))
    endpoint(router, setting.save, operator, ({ body }, caller) => saveSetting(deps, caller, { setting, sent: body }))
    if (!setting.history) continue
    endpoint(router, setting.history, operator, async ({ query }, _caller, res) => {
      const page = await readHistory(deps, setting, query)
      return withPageHeaders(res, query, { ...page, total: await countVersions(deps.db, setting.name) })
    })
  }
  endpoint(router, settingChanges, operator, async ({ params, query }, _caller, res) => {
    const page = await readChanges(deps, settingOf(params.setting), query)
    return withPageHeaders(res, query, { ...page, total: await countVersions(deps.db, params.setting) })
  })
  endpoint(router, adPlacement, operator, async () => ({ mayRunInPage: mayRunInPage(deps.config) }))
  return router
}
