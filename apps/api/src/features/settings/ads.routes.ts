import { setTimeout as pause } from 'node:timers/promises'
import { adFrame, adPreview, zoneIds } from '@hotvote/shared/visitor/ads'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { describeCall } from '../../platform/http/described.ts'
import type { PageAd } from '../../platform/http/page/page-html.ts'
import { activeZone } from './settings.service.ts'

type AdDeps = Pick<Deps, 'db'> & { config: Pick<Deps['config'], 'adminHost' | 'firstItemTimeout'> }

/** The page has no ads if the database is slow or unreachable. */
export const readPageAd = async (deps: AdDeps): Promise<PageAd> => {
  const late = pause(deps.config.firstItemTimeout, undefined, { ref: false })
  const zone = await Promise.race([activeZone(deps, zoneIds[0]).catch(() => undefined), late])
  if (!zone?.adCode) return 'none'
  return zone.isSandboxed ? 'framed' : 'in-page'
}

const BASE_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-cache' }

/** Without `allow-same-origin`, ad code cannot access the site. */
const SANDBOX = 'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox'

/** The policy also protects visitors who open the URL outside a frame. */
const frameHeaders = {
  ...BASE_HEADERS,
  'Content-Security-Policy': `${SANDBOX}; frame-ancestors 'self'`,
  'Referrer-Policy': 'strict-origin-when-cross-origin',
}

const HEAD = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Advertisement</title>
<base target="_blank">
<style>body { margin: 0; display: grid; justify-content: safe center }</style>
<body>
`

/** Reports the ad's height to the embedding page, so the frame can be resized. */
const TELL_HEIGHT = `<script>
{
  const tell = () => {
    const { documentElement, body } = document
    parent.postMessage({ adHeight: Math.max(documentElement.offsetHeight, body.scrollHeight) }, '*')
  }
  new ResizeObserver(tell).observe(document.documentElement)
  addEventListener('load', tell)
}
</script>
`

const framePage = (adCode: string) => `${HEAD}${TELL_HEIGHT}${adCode}\n`

/** Like `frameHeaders`, but also blocks popups and hides the operator's URL from ad networks. */
const previewHeaders = {
  ...BASE_HEADERS,
  'Content-Security-Policy': "sandbox allow-scripts; frame-ancestors 'self'",
  'Referrer-Policy': 'no-referrer',
}

const IN_SCRIPT = JSON.stringify(HEAD).replaceAll('<', '\\u003c')

/** Receives unsaved ad code from the embedding page (docs/decisions/008). */
const previewPage = `${HEAD}<script>
addEventListener('message', ({ source, data }) => {
  if (source !== parent || typeof data !== 'string') return
  document.open()
  document.write(${IN_SCRIPT} + data)
  document.close()
})
</script>
`

export const adRoutes = (deps: Pick<Deps, 'db' | 'rateLimit' | 'config'>): Router => {
  const router = Router()

  // Public, because frames can't send credentials and the page itself is empty.
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
