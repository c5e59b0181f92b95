import { expectAccessible } from './accessible.ts'
import { addEntries, addEntry, logsScreen } from './admin-logs-screen.ts'
import { requestLast } from './admin-settings-screen.ts'
import { expect, test } from './fixtures.ts'

test('Live shows what arrives, and keeps what is open', { tag: '@phone' }, async ({ page, operator, site }) => {
  await addEntries(site, 60)
  await operator.open('/adm/logs')
  const screen = logsScreen(page)
  await expect(screen.shown(60)).toBeVisible()
  await screen.entry(/mediaId 57$/).click()
  await screen.live.check()
  await expect(page).toHaveURL('/adm/logs?live=on')
  await addEntry(site, 'DEPLOYMENT_STARTUP')
  await expect(screen.entry('DEPLOYMENT_STARTUP')).toBeInViewport()
  await expect(screen.shown(61)).toBeVisible()
  await expect(screen.tile('Total Logs')).toHaveText('Total Logs61')
  await expect(screen.list.getByText('"mediaId": 57')).toBeVisible()
  await expectAccessible(page)
})

test('Next and Previous lead through the pages by keyboard', { tag: '@phone' }, async ({ page, operator, site }) => {
  await addEntries(site, 120)
  await operator.open('/adm/logs')
  const screen = logsScreen(page)
  await expect(screen.shown(120)).toBeVisible()
  await expect(screen.list.getByRole('button')).toHaveCount(50)
  await expect(screen.pages.getByRole('link', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true')
  await screen.next.press('Enter')
  await expect(screen.list.getByRole('button').first()).toContainText('mediaId 70')
  const second = page.url()
  expect(second).toMatch(/cursor=\d+$/)
  await screen.next.press('Enter')
  await expect(screen.list.getByRole('button')).toHaveCount(20)
  await expect(screen.next).toHaveAttribute('aria-disabled', 'true')
  await expect(screen.next).toBeFocused()
  await expectAccessible(page)

  await page.reload()
  await screen.previous.press('Enter')
  await expect(page).toHaveURL(second)
  await screen.previous.press('Enter')
  await expect(page).toHaveURL('/adm/logs')
  await expect(screen.entry(/mediaId 120$/)).toBeVisible()
  await page.goBack()
  await expect(screen.entry(/mediaId 70$/)).toBeVisible()
})

test('a link to a page offers the first page; a filter begins there', async ({ page, operator, site }) => {
  await addEntries(site, 120)
  await addEntry(site, 'DEPLOYMENT_STARTUP')
  const [last] = await site.query<{ id: string }>(`SELECT id FROM audit_log WHERE context = '{"mediaId": 71}'`)
  const link = `/adm/logs?cursor=${last?.id}`
  await operator.open(link)
  const screen = logsScreen(page)
  await expect(screen.entry(/mediaId 70$/)).toBeVisible()
  await screen.event.selectOption('DEPLOYMENT_STARTUP')
  await expect(page).toHaveURL('/adm/logs?eventType=DEPLOYMENT_STARTUP')
  await expect(screen.shown(1, 121)).toBeVisible()
  await expect(screen.pages).toHaveCount(0)
  await operator.open(link)
  await screen.pages.getByRole('link', { name: 'First page' }).click()
  await expect(screen.entry('DEPLOYMENT_STARTUP')).toBeVisible()
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
  await operator.open('/adm/logs?live=on')
  const screen = logsScreen(page)
  await expect(screen.shown(1)).toBeVisible()
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
