import { expectAccessible } from './accessible.ts'
import { addEntries, addEntry, logsScreen } from './admin-logs-screen.ts'
import { expect, test } from './fixtures.ts'

test('Live shows what arrives; what one reads stays where it is', async ({ page, operator, site }) => {
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
  const before = await read.boundingBox()
  await addEntry(site, 'DMCA_TAKEDOWN_CREATED', { takedownId: 1 })
  await addEntry(site, 'DMCA_TAKEDOWN_CREATED', { takedownId: 2 })
  const news = screen.list.locator('..').getByRole('button', { name: '2 new entries' })
  await expect(news).toBeVisible()
  expect((await read.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)
  await expectAccessible(page)
  await news.click()
  await expect(screen.entry(/takedownId 2/)).toBeFocused()
  await expect(news).toHaveCount(0)
})

test('Live rests while the tab is hidden', async ({ page, operator, site }) => {
  await page.clock.install()
  await addEntries(site, 1)
  await operator.open('/adm/logs?live=on')
  const screen = logsScreen(page)
  await expect(screen.shown(1)).toBeVisible()
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  await show('hidden')
  // What was asked before is answered.
  await page.waitForLoadState('networkidle')
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/')) asked++
  })
  await addEntry(site, 'DEPLOYMENT_STARTUP')
  await page.clock.runFor(60_000)
  expect(asked).toBe(0)
  await show('visible')
  await expect(screen.entry('DEPLOYMENT_STARTUP')).toBeVisible()
})

test('works by keyboard in a long log of which only a part exists', async ({ page, operator, site }) => {
  await addEntries(site, 1200)
  await operator.open('/adm/logs')
  const screen = logsScreen(page)
  await expect(screen.shown(100, '1,200')).toBeVisible()
  expect(await screen.list.getByRole('button').count()).toBeLessThan(60)
  await screen.entry(/mediaId 1200$/).focus()
  await page.keyboard.press('ArrowDown')
  await expect(screen.entry(/mediaId 1199$/)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(screen.entry('MEDIA_DELETE_REQUEST').nth(1)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('End')
  await expect(screen.entry(/mediaId 1101$/)).toBeFocused()
  await expect(screen.shown(200, '1,200')).toBeVisible()
})
