import { adConfig, SKIP_TEXT, skipButtonConfig, type ZoneId, zoneIds } from '@hotvote/shared/ads'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { AppError } from '../../http/errors.ts'
import type { Guard } from '../../http/guards.ts'
import { frameHeaders, framePage } from './ad-frame.ts'
import { activeSkipButton, activeZone } from './ads.queries.ts'
import { whereItRuns } from './ads.service.ts'

const zoneOf = (text: string): ZoneId => {
  const zone = zoneIds.find((id) => id === text)
  if (!zone) throw new AppError('not_found', 'There is no such ad zone.')
  return zone
}

/** Settings are read from the database each time: a change holds at once, on every process. */
export const adRoutes = (deps: Pick<Deps, 'db' | 'rateLimit' | 'config'>): Router => {
  const router = Router()
  const anybody: Guard<void> = (req) => deps.rateLimit('settings', { address: req.ip })

  endpoint(router, skipButtonConfig, anybody, async () => {
    const button = await activeSkipButton(deps.db)
    return { buttonUrl: button?.buttonUrl ?? '', buttonText: button?.buttonText || SKIP_TEXT }
  })
  endpoint(router, adConfig, anybody, async ({ params }) => {
    const zone = await activeZone(deps.db, zoneOf(params.zoneId))
    return zone ? whereItRuns(deps.config, zone) : { adCode: '', isSandboxed: false }
  })
  router.get('/ad-frame/:zoneId', async (req, res) => {
    await anybody(req, res)
    const zone = await activeZone(deps.db, zoneOf(req.params.zoneId))
    if (!zone?.adCode) throw new AppError('not_found', 'There is nothing in this ad zone.')
    res.set(frameHeaders).type('html').send(framePage(zone.adCode))
  })
  return router
}
