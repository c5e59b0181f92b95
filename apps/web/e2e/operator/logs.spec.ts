import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../support/accessible.ts'
import { forgetToken } from '../support/admin-login-screen.ts'
import { addEntries, addEntry, fillLog, logsScreen } from '../support/admin-logs-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { holdCalls } from '../support/held-calls.ts'

const LIST = /\/api\/admin\/audit-logs\?/

test('refreshes the list and its totals, and opens an entry', {
  tag: '@phone',
}, async ({ page, operator, site }) => {
  await operator.open('/adm/logs')
  const screen = logsScreen(page)
  const heightOf = async () => (await screen.window.boundingBox())?.height
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit Logs')
  await expect(page.getByText('No audit logs found matching your criteria')).toBeVisible()
  const empty = await heightOf()
  expect(empty).toBeGreaterThan(300)
  expect(empty).toBeLessThan(page.viewportSize()?.height ?? 0)
  await fillLog(site)
  await expect(screen.refresh).toBeEnabled()
  await screen.refresh.press('Enter')
  await expect(screen.shown(4)).toBeVisible()
  await expect(screen.refresh).toBeFocused()
  for (const [name, count] of Object.entries({
    'Total Logs': 4,
    'Purge Events': 1,
    'Delete Events': 2,
    'Days Active': 3,
  }))
    await expect(screen.tile(name)).toHaveText(`${name}${count}`)
  await expect(screen.list.getByRole('button')).toContainText([
    'DEPLOYMENT_STARTUP',
    'ADMIN_DELETE_COMPLETED',
    'ADMIN_DELETE_REQUEST',
    'INACTIVE_USER_PURGE',
  ])
  const entry = screen.entry('ADMIN_DELETE_REQUEST')
  const local = await page.evaluate(() => new Date('2026-01-02T08:00:00Z').toLocaleString())
  await expect(entry).toContainText(local)
  const pretty = screen.list.getByText('{\n  "why": "Not theirs",\n  "mediaId": 12\n}')
  await expect(pretty).toHaveCount(0)
  await entry.click()
  await expect(entry).toHaveAttribute('aria-expanded', 'true')
  await expect(pretty).toBeVisible()
  await expect(screen.list.getByText('by operator · request r-1')).toBeVisible()
  await entry.click()
  await expect(pretty).toHaveCount(0)
  await entry.press('Enter')
  await expect(pretty).toBeVisible()
  expect(await heightOf()).toBe(empty)

  await addEntries(site, 60)
  await screen.refresh.press('Enter')
  await expect(screen.shown(64)).toBeVisible()
  await expect(screen.tile('Total Logs')).toHaveText('Total Logs64')
  expect(await heightOf()).toBe(empty)
})

test('lists the ten specified types first and exports the filtered entries', async ({
  page,
  operator,
  site,
  problems,
}) => {
  problems.expect(/^50[03] .*export=true/)
  const events = [
    ...['INACTIVE_USER_PURGE', 'INACTIVE_ACCOUNTS_PURGE_COMPLETED', 'ADMIN_DELETE_REQUEST', 'ADMIN_DELETE_COMPLETED'],
    ...['MEDIA_DELETE_REQUEST', 'MEDIA_DELETE_COMPLETED', 'DMCA_TAKEDOWN_CREATED', 'DMCA_TAKEDOWN_UPDATED'],
    ...['DEPLOYMENT_STARTUP', 'DEPLOYMENT_FILE_SYSTEM_CHECK'],
  ]
  for (const event of events) await addEntry(site, event, { mediaId: 12, votes: 3 })
  await page.clock.setFixedTime('2026-02-03T12:00:00Z')
  await operator.open('/adm/logs')
  const screen = logsScreen(page)
  await expect(screen.shown(10)).toBeVisible()
  const colours = new Set<string>()
  for (const event of events)
    colours.add(await screen.list.getByText(event, { exact: true }).evaluate((node) => getComputedStyle(node).color))
  expect(colours.size).toBe(10)
  await expectAccessible(page)
  const options = screen.event.getByRole('option')
  await expect(options.first()).toHaveText('All Events')
  expect((await options.allTextContents()).slice(1, 11)).toEqual(events)

  await screen.event.selectOption('ADMIN_DELETE_COMPLETED')
  await expect(screen.shown(1, 10)).toBeVisible()
  const saving = page.waitForEvent('download')
  await expect(screen.export).toBeEnabled()
  await screen.export.press('Enter')
  await expect(screen.toast).toHaveText('SuccessAudit logs exported successfully')
  const file = await saving
  expect(file.suggestedFilename()).toBe('audit-logs-2026-02-03.json')
  const saved = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(saved).toMatchObject([{ event: 'ADMIN_DELETE_COMPLETED', context: { mediaId: 12, votes: 3 } }])
  await expect(screen.export).toBeFocused()
  await page.route(/export=true/, (route) => route.fulfill({ status: 503, json: { error: 'Busy' } }))
  await screen.export.click()
  await expect(screen.toast).toHaveText('ErrorFailed to export logs')
})

test('keeps filters in the URL and filters while it loads', async ({ page, operator, site }) => {
  await fillLog(site)
  await operator.open('/adm/logs')
  const screen = logsScreen(page)
  await expect(screen.event.getByRole('option').first()).toHaveText('All Events')
  await screen.event.selectOption('ADMIN_DELETE_REQUEST')
  await expect(screen.shown(1, 4)).toBeVisible()
  await expect(screen.tile('Total Logs')).toHaveText('Total Logs1')
  await screen.event.selectOption('All Events')
  await screen.search.fill('"MEDIAID": 12')
  await expect(screen.shown(2, 4)).toBeVisible()
  await screen.date.fill('2026-01-02')
  await screen.search.fill('not  theirs')
  await expect(screen.shown(1, 4)).toBeVisible()
  await page.reload()
  await expect(screen.search).toHaveValue('not  theirs')
  await expect(screen.date).toHaveValue('2026-01-02')
  await expect(screen.shown(1, 4)).toBeVisible()
  await screen.date.fill('2026-01-03')
  await expect(page.getByText('No audit logs found matching your criteria')).toBeVisible()
  await expect(screen.shown(0, 4)).toBeVisible()

  await screen.date.fill('')
  await screen.search.fill('')
  await expect(screen.shown(4)).toBeVisible()
  await test.step('while the server looks, it says so instead of the numbers of before', async () => {
    const calls = await holdCalls(page, /audit-logs\?.*search=nobody/)
    await screen.search.fill('nobody')
    await expect(page.getByRole('heading', { name: 'Searching…' })).toBeVisible()
    calls.release()
    await expect(screen.shown(0, 4)).toBeVisible()
  })
  await test.step('what the server finds besides is filtered again in the browser', async () => {
    const all = await page.request.get('/api/admin/audit-logs', { headers: operator.headers })
    const body = await all.body()
    await page.route(LIST, (route) => route.fulfill({ body, contentType: 'application/json' }))
    await screen.search.fill('STARTUP')
    await expect(screen.entry('DEPLOYMENT_STARTUP')).toBeVisible()
    await expect(screen.list.getByRole('button')).toHaveCount(1)
    await screen.search.fill('')
    await expect(screen.list.getByRole('button')).toHaveCount(4)
    await screen.event.selectOption('ADMIN_DELETE_REQUEST')
    await expect(screen.entry('ADMIN_DELETE_REQUEST')).toBeVisible()
    await expect(screen.list.getByRole('button')).toHaveCount(1)
    await screen.event.selectOption('All Events')
    await screen.date.fill('2026-01-01')
    await expect(screen.entry('INACTIVE_USER_PURGE')).toBeVisible()
    await expect(screen.list.getByRole('button')).toHaveCount(1)
  })
})

test('a log that cannot be loaded says why; Try again brings entries and numbers', async ({
  page,
  operator,
  site,
  problems,
}) => {
  problems.expect(/^50[03] .*\/api\/admin\/audit-log/)
  await fillLog(site)
  for (const path of [LIST, '**/api/admin/audit-log-stats'])
    await page.route(path, (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await operator.open('/adm/logs')
  const screen = logsScreen(page)
  const said = page.getByRole('alert').getByRole('heading')
  await expect(said).toHaveText('Failed to load audit logs: HTTP 500: Internal Server Error')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(screen.shown(4)).toBeVisible()
  await expect(screen.tile('Total Logs')).toHaveText('Total Logs4')

  await page.route(LIST, (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await page.reload()
  await expect(said).toHaveText('Failed to load audit logs: HTTP 500: Internal Server Error')
  await expect(screen.tile('Total Logs')).toHaveText('Total Logs4')
  await forgetToken(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(said).toHaveText('Failed to load audit logs: Admin authentication required')
  await screen.export.click()
  await expect(screen.toast).toHaveText('ErrorAdmin authentication required')
})
