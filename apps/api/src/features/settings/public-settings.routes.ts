import { adConfig, SKIP_TEXT, skipButtonConfig } from '@hotvote/shared/ads'
import { emailCaptureConfig } from '@hotvote/shared/email-capture'
import { idleRedirectConfig } from '@hotvote/shared/traffic'
import { voteMultiplierConfig } from '@hotvote/shared/vote-multiplier'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { guard } from '../../http/guards.ts'
import { backButton, emailCapture, idleRedirect, skipButton, voteMultiplier } from './all-settings.ts'
import { activeZone, readValues } from './settings.service.ts'

/**
 * What of the settings visitors' pages ask for, from the database each time: a change holds at once, on every process
 * (docs/decisions/018).
 */
export const publicSettingRoutes = (deps: Pick<Deps, 'db' | 'rateLimit' | 'config'>): Router => {
  const router = Router()
  const { db } = deps
  const anybody = guard({ isLimited: true }, (req) => deps.rateLimit('settings', { address: req.ip }))

  endpoint(router, skipButtonConfig, anybody, async () => {
    const { isActive, buttonUrl, buttonText } = await readValues(db, skipButton)
    return isActive ? { buttonUrl, buttonText } : { buttonUrl: '', buttonText: SKIP_TEXT }
  })
  endpoint(router, adConfig, anybody, async ({ params }) => {
    return (await activeZone(deps, params.zoneId)) ?? { adCode: '', isSandboxed: false }
  })
  endpoint(router, idleRedirectConfig, anybody, async () => {
    const idle = await readValues(db, idleRedirect)
    return { ...idle, ...(await readValues(db, backButton)), enabled: idle.idleRedirectUrl !== '' }
  })
  endpoint(router, emailCaptureConfig, anybody, () => readValues(db, emailCapture))
  endpoint(router, voteMultiplierConfig, anybody, () => readValues(db, voteMultiplier))
  return router
}
