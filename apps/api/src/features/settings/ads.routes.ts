import { adFrame, adPreview } from '@hotvote/shared/visitor/ads'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { describeCall } from '../../platform/http/described.ts'
import { frameHeaders, framePage, previewHeaders, previewPage } from './ad-frame.ts'
import { activeZone } from './settings.service.ts'

export const adRoutes = (deps: Pick<Deps, 'db' | 'rateLimit' | 'config'>): Router => {
  const router = Router()

  // Needs no credentials, which a frame could not send, because the page is empty.
  describeCall(router, adPreview)
  router.get(adPreview.path, (_req, res) => void res.set(previewHeaders).type('html').send(previewPage))
  describeCall(router, adFrame, { isLimited: true })
  router.get(adFrame.path, async (req, res) => {
    await deps.rateLimit('settings', { address: req.ip })
    const zone = await activeZone(deps, String(req.params.zoneId))
    if (!zone?.adCode) throw new AppError('not_found', 'There is nothing in this ad zone.')
    res.set(frameHeaders).type('html').send(framePage(zone.adCode))
  })
  return router
}
