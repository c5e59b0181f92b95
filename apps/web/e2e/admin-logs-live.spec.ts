import type { Locator } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { addEntries, addEntry, logsScreen } from './admin-logs-screen.ts'
import { requestLast } from './admin-settings-screen.ts'
import { expect, test } from './fixtures.ts'

/** The top of an element once two frames agree on it. */
const restingTop = (locator: Locator) =>
  locator.evaluate(
    (node) =>
      new Promise<number>((done) => {
        const look = (before?: number) => {
          const { top } = node.getBoundingClientRect()
          if (top === before) done(top)
          else requestAnimationFrame(() => look(top))
        }
        look()
      }),
  )

test('Live shows what arrives; what one reads stays in place', { tag: '@phone' }, async ({ page, operator, site }) => {
  await addEntries(site, 60)
  await operator.open('/adm/logs')
  const screen = logsScreen(page)
  await expect(screen.shown(60)).toBeVisible()
  await screen.live.check()
  await expect(page).toHaveURL('/adm/logs?live=on')
  await addEntry(site, 'DEPLOYMENT_STARTUP')
  await expect(screen.entry('DEPLOYMENT_STARTUP')).toBeInViewport()
  await expect(screen.shown(61)).toBeVisible()
  await expect(screen.tile('Total Logs')).toHaveText('Total Logs61')

  await screen.entry(/mediaId 57$/).click()
  const read = screen.list.getByText('"mediaId": 57')
  const before = await restingTop(read)
  await addEntry(site, 'DMCA_TAKEDOWN_CREATED', { takedownId: 1 })
  await addEntry(site, 'DMCA_TAKEDOWN_CREATED', { takedownId: 2 })
  const news = screen.list.locator('..').getByRole('button', { name: '2 new entries' })
  await expect(news).toBeVisible()
  await expect.poll(() => restingTop(read)).toBeCloseTo(before, 0)
  await expectAccessible(page)
  // The real heights of the new entries are known by now; before they are estimated.
  expect(await restingTop(read)).toBeCloseTo(before, 0)
  // The keyboard comes back to what it left, not to what has come into its place.
  await page.keyboard.press('Shift+Tab')
  await expect(news).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(screen.list.getByRole('button', { expanded: true })).toBeFocused()
  await news.click()
  await expect(screen.entry(/takedownId 2/)).toBeFocused()
  await expect(news).toHaveCount(0)
})

test('Live rests while the tab is hidden', async ({ page, operator, site }) => {
  const start = Date.UTC(2026, 0, 5)
  await page.clock.install({ time: start })
  const requests: string[] = []
  const underWay = new Set<unknown>()
  page.on('request', (request) => {
    if (!request.url().includes('/api/')) return
    requests.push(request.url())
    underWay.add(request)
  })
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  await addEntries(site, 1)
  const firstLook = page.waitForResponse(/audit-logs\?.*limit=500/)
  await operator.open('/adm/logs?live=on')
  const screen = logsScreen(page)
  await expect(screen.shown(1)).toBeVisible()
  await firstLook
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  // From now on the page's timers stand still.
  await page.clock.pauseAt(start + 10 * 60_000)
  await show('hidden')
  await requestLast(page)
  await expect.poll(() => underWay.size).toBe(0)
  requests.length = 0
  await addEntry(site, 'DEPLOYMENT_STARTUP')
  await page.clock.runFor(60_000)
  await requestLast(page)
  expect(requests).toEqual([])
  await page.clock.resume()
  await show('visible')
  await expect(screen.entry('DEPLOYMENT_STARTUP')).toBeVisible()
})

test('works by keyboard in a long log of which only a part exists', async ({ page, operator, site }) => {
  await addEntries(site, 1200)
  await operator.open('/adm/logs')
  const screen = logsScreen(page)
  await expect(screen.shown('1,200')).toBeVisible()
  await expect(screen.entry(/mediaId 1200$/)).toBeVisible()
  await expect.poll(() => screen.list.getByRole('button').count()).toBeLessThan(60)
  await screen.entry(/mediaId 1200$/).focus()
  await page.keyboard.press('ArrowDown')
  await expect(screen.entry(/mediaId 1199$/)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(screen.entry('MEDIA_DELETE_REQUEST').nth(1)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('End')
  await expect(screen.entry(/mediaId 1101$/)).toBeFocused()
})
