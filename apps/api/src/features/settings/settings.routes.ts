import { PLOT_DAYS_MAX } from '@hotvote/shared/limits'
import { settingChanges } from '@hotvote/shared/operator/settings'
import { voteMultiplierConfig } from '@hotvote/shared/operator/vote-multiplier'
import { adConfig, adPlacement, SKIP_TEXT, skipButtonConfig } from '@hotvote/shared/visitor/ads'
import { emailCaptureConfig } from '@hotvote/shared/visitor/email-capture'
import { listSiteTexts, readSiteText, siteTextNames } from '@hotvote/shared/visitor/site-texts'
import { idleRedirectConfig, recordEvent, redirectsPerDay } from '@hotvote/shared/visitor/traffic'
import { Router } from 'express'
import { micromark } from 'micromark'
import type { Deps } from '../../deps.ts'
import { mayRunInPage } from '../../domain/ad-placement.ts'
import { notFound } from '../../domain/errors.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { guard, operator } from '../../platform/http/guards.ts'
import { withPageHeaders } from '../../platform/http/list-page.ts'
import {
  allSettings,
  backButton,
  emailCapture,
  getSetting,
  idleRedirect,
  siteTexts,
  skipButton,
  voteMultiplier,
} from './all-settings.ts'
import { countRedirect, countRedirects, countVersions } from './settings.queries.ts'
import { activeZone, readChanges, readHistory, readSetting, readValues, saveSetting } from './settings.service.ts'

export const trafficRoutes = (deps: Pick<Deps, 'db' | 'rateLimit'>): Router => {
  const router = Router()
  const counted = guard({ isLimited: true }, (req) => deps.rateLimit('event', { address: req.ip }))

  endpoint(router, recordEvent, counted, ({ body }) => countRedirect(deps.db, body.kind))
  endpoint(router, redirectsPerDay, operator, () => countRedirects(deps.db, PLOT_DAYS_MAX))
  return router
}

/** Reads the database on each call, so that changes apply to all processes immediately (docs/decisions/018). */
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
  endpoint(router, listSiteTexts, anybody, async () => {
    const texts = await readValues(db, siteTexts)
    return { pages: siteTextNames.filter((page) => texts[page].trim() !== '') }
  })
  endpoint(router, readSiteText, anybody, async ({ params }) => {
    const text = (await readValues(db, siteTexts))[params.page]
    if (text.trim() === '') throw notFound()
    // Demote all headings, because the page's title must be the only top-level heading.
    return { html: micromark(text).replace(/<(\/?)h([1-5])>/g, (_, end, level) => `<${end}h${Number(level) + 1}>`) }
  })
  endpoint(router, voteMultiplierConfig, anybody, () => readValues(db, voteMultiplier))
  return router
}

/** See `admin.md §7`. */
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
    const page = await readChanges(deps, getSetting(params.setting), query)
    return withPageHeaders(res, query, { ...page, total: await countVersions(deps.db, params.setting) })
  })
  endpoint(router, adPlacement, operator, async () => ({ mayRunInPage: mayRunInPage(deps.config) }))
  return router
}
