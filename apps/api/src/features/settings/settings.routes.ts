import { adPlacement } from '@hotvote/shared/ads'
import { settingChanges } from '@hotvote/shared/settings'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { mayRunInPage } from '../../domain/ad-placement.ts'
import { withIsoTimes } from '../../domain/iso-times.ts'
import { endpoint } from '../../http/endpoint.ts'
import { operator } from '../../http/guards.ts'
import { withPageHeaders } from '../../http/list-page.ts'
import { allSettings, settingOf } from './all-settings.ts'
import { countOfChanges } from './setting-changes.queries.ts'
import { countOfVersions, versionsOf } from './settings.queries.ts'
import { readChanges, readSetting, saveSetting } from './settings.service.ts'

/** The operator's settings, and the history of those that have one (`admin.md §7`). */
export const settingRoutes = (deps: Pick<Deps, 'db' | 'log' | 'config'>): Router => {
  const router = Router()

  for (const setting of allSettings) {
    endpoint(router, setting.read, operator, () => readSetting(deps, setting))
    endpoint(router, setting.save, operator, ({ body }, caller) => saveSetting(deps, caller, { setting, sent: body }))
    if (!setting.history) continue
    endpoint(router, setting.history, operator, async ({ query }, _caller, res) => {
      const page = await versionsOf(deps.db, setting, query)
      const total = await countOfVersions(deps.db, setting)
      return withPageHeaders(res, query, { ...page, total }).map(withIsoTimes)
    })
  }
  endpoint(router, settingChanges, operator, async ({ params, query }, _caller, res) => {
    const { changes, nextCursor } = await readChanges(deps, settingOf(params.setting), query)
    const total = await countOfChanges(deps.db, params.setting)
    return withPageHeaders(res, query, { rows: changes, total, nextCursor })
  })
  endpoint(router, adPlacement, operator, async () => ({ mayRunInPage: mayRunInPage(deps.config) }))
  return router
}
