import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { holdScripts, isPainted } from './first-photo.ts'
import { expect, test } from './fixtures.ts'
import { holdCalls } from './held-calls.ts'
import { expectVotes, keyOf, rateScreen } from './rate-screen.ts'
import { allAnswered } from './requests-under-way.ts'
import { roundTrip } from './round-trip.ts'
import { addPhotos } from './seeded-collection.ts'

/** Presses Hot until it is kept: a press in the first moment of a photo is none. */
const pressedUntilKept = (page: Page) =>
  expect
    .poll(async () => {
      await page.keyboard.press('ArrowRight')
      return page.locator('html').getAttribute('data-press')
    })
    .toBe('hot')

test('a press before any script is a vote once they are there: the first one, once the photo was seen for a moment', async ({
  page,
  site,
}) => {
  await addPhotos(site, 2)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const rate = rateScreen(page)
  const html = page.locator('html')
  const scripts = await holdScripts(page)
  await page.goto('/')
  await isPainted(page)
  // The moment does not pass while the clock stands still.
  await page.keyboard.press('ArrowLeft')
  await expect(rate.hot).toBeDisabled()
  await expect
    .poll(async () => {
      await page.clock.runFor(100)
      return rate.hot.isEnabled()
    })
    .toBe(true)
  await expect(html).not.toHaveAttribute('data-press')
  await rate.hot.click()
  await page.keyboard.press('ArrowLeft')
  await expect(html).toHaveAttribute('data-press', 'hot')
  const key = keyOf((await rate.item(1).getAttribute('src')) ?? '')
  await page.clock.resume()
  scripts.release()
  await rate.shown(2)
  await expectVotes(site, [{ key, isHot: true }])
  await expect(html).not.toHaveAttribute('data-press')
})

test('a press of somebody who may not vote is none', async ({ page, site }) => {
  await addPhotos(site, 2)
  const rate = rateScreen(page)
  await rate.open()
  await site.query('UPDATE users SET blocked_at = now()')
  const scripts = await holdScripts(page)
  await page.goto('/')
  await rate.hot.click()
  await expect(page.locator('html')).toHaveAttribute('data-press', 'hot')
  scripts.release()
  await expect(page.locator('html')).not.toHaveAttribute('data-press')
  await rate.shown(1)
  await expect(rate.hot).toBeDisabled()
  await allAnswered(page)
  expect(await site.query('SELECT FROM votes')).toEqual([])
})

test('when the scripts do not come, a press is let go and the page is loaded anew, by itself once', async ({
  page,
  site,
  problems,
}) => {
  problems.expect(/assets\/index-/)
  await addPhotos(site, 2)
  const rate = rateScreen(page)
  let loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
  const pressed = Promise.withResolvers<void>()
  await page.route(/\/assets\/index-.*\.js$/, async (route) => {
    await pressed.promise
    await (loads > 2 ? route.continue() : route.abort())
  })
  await page.goto('/')
  await rate.hot.click()
  await expect(rate.hot).toHaveAttribute('aria-pressed', 'true')
  const reloaded = page.waitForEvent('domcontentloaded')
  pressed.resolve()
  await reloaded
  await page.waitForEvent('requestfailed')
  await roundTrip(page)
  expect(loads).toBe(2)
  await expect(rate.hot).toBeDisabled()
  await expect(page.getByRole('alert')).toContainText('Part of this page did not load')
  // Where the network comes back, it is loaded anew once more.
  const again = page.waitForEvent('domcontentloaded')
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await again
  const key = await rate.shown(1)
  await rate.not.click()
  await rate.shown(2)
  await expectVotes(site, [{ key, isHot: false }])
})

test('a page without a picture whose script does not come is loaded anew, by itself once, and then says so', async ({
  page,
  problems,
}) => {
  problems.expect(/assets\/index-/)
  const code = /\/assets\/index-.*\.js$/
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1
  })
  await page.route(code, (route) => route.abort())
  await page.goto('/upload')
  const failure = page.getByRole('alert').filter({ hasText: 'This page could not be shown' })
  await expect(failure).toContainText('Check your connection, then load it again.')
  await roundTrip(page)
  expect(loads).toBe(2)
  await expectAccessible(page)
  await page.unroute(code)
  await failure.getByRole('button', { name: 'Load again' }).click()
  await expect(page.getByRole('heading', { name: 'Upload Media' })).toBeVisible()
})

test('a press on an item that is skipped before the visitor is known is forgotten', async ({ page, site }) => {
  await addPhotos(site, 2)
  const rate = rateScreen(page)
  const session = await holdCalls(page, '**/api/session')
  await page.goto('/')
  await pressedUntilKept(page)
  await rate.skip.click()
  await expect(page.locator('html')).not.toHaveAttribute('data-press')
  session.release()
  const key = await rate.shown(2)
  await rate.not.click()
  await expectVotes(site, [{ key, isHot: false }])
})

test('before the visitor is known nothing is sent: the press counts then, also where the browser cannot tell when the photo is painted', async ({
  page,
  site,
}) => {
  await addPhotos(site, 2)
  await page.addInitScript(() => {
    Object.assign(window, { PerformanceObserver: undefined })
  })
  const session = await holdCalls(page, '**/api/session')
  const rate = rateScreen(page)
  await page.goto('/')
  await expect.poll(() => session.held.length).toBe(1)
  await expect(rate.stage).toHaveAttribute('aria-busy', 'true')
  await expect(rate.hot).toBeEnabled()
  const key = keyOf((await rate.item(1).getAttribute('src')) ?? '')
  await pressedUntilKept(page)
  await page.keyboard.press('ArrowLeft')
  await expect(page.locator('html')).toHaveAttribute('data-press', 'hot')
  expect(await site.query('SELECT FROM votes')).toEqual([])
  session.release()
  await rate.shown(2)
  await expectVotes(site, [{ key, isHot: true }])
})
