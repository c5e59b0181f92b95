import { adPlacement, operatorAdZone, operatorSkipButton, saveAdZone, saveSkipButton } from '@hotvote/shared/ads'
import { Router } from 'express'
import type { Db } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { AppError } from '../../http/errors.ts'
import { operator } from '../../http/guards.ts'
import { saveSetting } from '../settings/settings.service.ts'
import { previewHeaders, previewPage } from './ad-frame.ts'
import { savedSkipButton, savedZone, writeSkipButton, writeZone } from './ads.queries.ts'
import { mayRunInPage, whereItRuns } from './ads.service.ts'

/** A row as it is shown: dates as texts. */
const shown = <Row extends { updatedAt: Date }>(row: Row) => ({ ...row, updatedAt: row.updatedAt.toISOString() })

const found = <Row extends { updatedAt: Date }>(row: Row | undefined) => {
  if (!row) throw new AppError('not_found', 'There is no configuration yet.')
  return shown(row)
}

const needsFrame = () => {
  const message =
    'Ad code runs in a sandboxed frame here: in the page it could read your login. ADMIN_HOST changes that.'
  return new AppError('invalid_request', message, { issues: [{ path: 'isSandboxed', message }] })
}

/** What the operator sets of zone and skip button (`admin.md §7`). */
export const adOperatorRoutes = (deps: Pick<Deps, 'db' | 'log' | 'config'>): Router => {
  const router = Router()
  const { config } = deps

  // Empty, so it needs no credentials, which a frame could not send.
  router.get('/adm/ad-preview', (_req, res) => void res.set(previewHeaders).type('html').send(previewPage))
  endpoint(router, operatorAdZone, operator, async () => whereItRuns(config, found(await savedZone(deps.db, 'zone1'))))
  endpoint(router, adPlacement, operator, async () => ({ mayRunInPage: mayRunInPage(config) }))
  endpoint(router, saveAdZone, operator, async ({ body: { asRead, ...wanted } }, who) => {
    const { isActive, isSandboxed } = wanted
    if (isSandboxed === false && !mayRunInPage(config)) throw needsFrame()
    const context = { setting: 'ad-zone', zone: 'zone1', isActive, isSandboxed, length: wanted.adCode.length }
    const read = async (tx: Db) => {
      const zone = await savedZone(tx, 'zone1')
      return zone && whereItRuns(config, zone)
    }
    const write = (tx: Db) => writeZone(tx, 'zone1', wanted)
    const zone = await saveSetting(deps, who, { context, asRead, wanted, read, write })
    return whereItRuns(config, shown(zone))
  })
  endpoint(router, operatorSkipButton, operator, async () => found(await savedSkipButton(deps.db)))
  endpoint(router, saveSkipButton, operator, async ({ body: { asRead, ...wanted } }, who) => {
    const { isActive, buttonText, buttonUrl } = wanted
    const context = { setting: 'skip-button', isActive, buttonText, buttonUrl }
    const write = (tx: Db) => writeSkipButton(tx, wanted)
    return shown(await saveSetting(deps, who, { context, asRead, wanted, read: savedSkipButton, write }))
  })
  return router
}
