import type { Page } from '@playwright/test'
import { roundTrip } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { photo } from '../support/made-media.ts'
import { usernameOn } from '../support/rate-screen.ts'
import type { Site } from '../support/running-site.ts'
import { holdUploads, uploadScreen } from '../support/upload-screen.ts'

const IDLE = 'https://idle.example/'
const BACK = 'https://back.example/'
const HOUR = 60 * 60_000

const setIdle = (site: Site, url = IDLE) =>
  site.saveSetting('idle-redirect', { idleRedirectTime: HOUR / 1000, idleRedirectUrl: url })
const setBack = (site: Site, url = BACK) => site.saveSetting('back-button', { backButtonUrl: url })

const counts = (site: Site) =>
  site.query<{ kind: string; count: number }>('SELECT kind, count::int FROM redirect_counts ORDER BY kind')

test.beforeEach(async ({ page }) => {
  for (const url of [IDLE, BACK])
    await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body: 'Elsewhere' }))
})

/** Only the redirects listen for these events, so a listener shows that one is armed. */
const SIGN = { idle: 'keypress', back: 'touchend' }

const listListeners = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  const { result } = await session.send('Runtime.evaluate', { expression: 'window' })
  const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId: result.objectId ?? '' })
  await session.detach()
  return listeners.map(({ type }) => type)
}

/** Opens the upload screen and waits until the redirect is armed. */
const open = async (page: Page, armed: keyof typeof SIGN) => {
  await page.goto('/upload')
  await usernameOn(page)
  await expect.poll(() => listListeners(page)).toContain(SIGN[armed])
}
const linkTo = (page: Page, path: string) => page.getByRole('navigation', { name: 'Main' }).locator(`[href="${path}"]`)

// `idle-timer.test.ts` covers every kind of activity.
test('redirects an idle visitor, but not during an upload', async ({ page, site }) => {
  await page.clock.install()
  await setIdle(site)
  await open(page, 'idle')
  // Stops the clock, so only the test advances it.
  await page.clock.pauseAt(Date.now() + HOUR / 2)
  const upload = uploadScreen(page)
  const uploads = await holdUploads(page)
  await upload.drop(await photo('large.jpg'))
  await upload.uploadAll.click()
  await expect.poll(uploads.sent).toBe(1)
  await page.clock.runFor(HOUR)
  await roundTrip(page)
  await expect(page).toHaveURL('/upload')
  expect(await counts(site)).toEqual([])
  uploads.letGo()
  await expect(upload.row('large.jpg')).toContainText('Completed')
  await page.clock.runFor(HOUR)
  await expect(page).toHaveURL(IDLE)
  await expect.poll(() => counts(site)).toEqual([{ kind: 'idle', count: 1 }])
})

test('redirects no operator and reads the settings once per page load', async ({ page, site, operator, problems }) => {
  // No ad is set up, so these reads return 404.
  problems.expect(/^404 .*\/api\/admin\/ad-config\//)
  await page.clock.install()
  await setIdle(site)
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/idle-redirect-config') && asked.push(request.url()))
  await operator.open('/adm/ads')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Advertisement Management')
  await page.clock.runFor(2 * HOUR)
  await roundTrip(page)
  await expect(page).toHaveURL('/adm/ads')
  expect(asked).toEqual([])
  await open(page, 'idle')
  await linkTo(page, '/stats').click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Stats' })).toBeVisible()
  await roundTrip(page)
  expect(asked).toHaveLength(1)
  expect(await counts(site)).toEqual([])
})

test('redirects on Back from any screen and counts it', async ({ page, site }) => {
  await setBack(site)
  await open(page, 'back')
  await linkTo(page, '/stats').click()
  await expect(page).toHaveURL('/stats')
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(BACK)
  await expect.poll(() => counts(site)).toEqual([{ kind: 'back', count: 1 }])
})

/** Touch events that move by `byX` pixels without triggering the browser's own back gesture. */
const swipe = (page: Page, fromX: number, byX: number) =>
  page.getByRole('main').evaluate(
    (target, [from, to]) => {
      const touch = (type: string, clientX = 0) => {
        const changedTouches = [new Touch({ identifier: 1, target, clientX, clientY: 400 })]
        const touches = type === 'touchend' ? [] : changedTouches
        return new TouchEvent(type, { bubbles: true, cancelable: true, touches, changedTouches })
      }
      // Creates all events first, so their creation does not slow down the gesture.
      const gesture = [touch('touchstart', from), touch('touchmove', to), touch('touchend', to)]
      for (const event of gesture) target.dispatchEvent(event)
    },
    [fromX, fromX + byX],
  )

// `swipe-back.test.ts` covers start, length and time.
test('redirects on a swipe back and counts it', { tag: '@phone-only' }, async ({ page, site }) => {
  await setBack(site)
  await open(page, 'back')
  await swipe(page, 51, 200)
  await roundTrip(page)
  await expect(page).toHaveURL('/upload')
  await swipe(page, 50, 101)
  await expect(page).toHaveURL(BACK)
  await expect.poll(() => counts(site)).toEqual([{ kind: 'swipe', count: 1 }])
})
