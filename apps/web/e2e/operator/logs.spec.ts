import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { photo } from '../support/made-media.ts'
import { mediaScreen, toastOn } from '../support/operator-screens.ts'
import type { Site } from '../support/running-site.ts'

const logsScreen = (page: Page) => {
  const list = page.getByRole('list', { name: 'Audit log entries' })
  return {
    list,
    entry: (text: string) => list.getByRole('listitem').filter({ hasText: text }),
    details: (event: string) => list.getByRole('button', { name: new RegExp(`^Details of entry \\d+, ${event}$`) }),
    shown: (shown: number | string, total: number | string = shown) =>
      page.getByRole('heading', { name: `Showing ${shown} of ${total} log entries` }),
    tile: (name: string) => page.getByText(name, { exact: true }).locator('..'),
    event: page.getByLabel('Event type'),
    search: page.getByRole('searchbox', { name: 'Search' }),
    date: page.getByLabel('Date (UTC)'),
    refresh: page.getByRole('button', { name: 'Refresh' }),
  }
}

const addEntry = (
  site: Site,
  event: string,
  { at = 'now', ...context }: { at?: string; [name: string]: unknown } = {},
) =>
  site.query(
    `INSERT INTO audit_log (event, actor, request_id, context, created_at) VALUES ($1, 'operator', 'r-1', $2, $3)`,
    [event, JSON.stringify(context), at],
  )

const addEntries = (site: Site, count: number) =>
  site.query(
    `INSERT INTO audit_log (event, actor, context) SELECT 'MEDIA_DELETE_REQUEST', 'visitor', jsonb_build_object('mediaId', n)
    FROM generate_series(1, $1::int) n`,
    [count],
  )

const fillLog = async (site: Site) => {
  await addEntry(site, 'INACTIVE_USER_PURGE', { userId: 4, at: '2026-01-01 23:30+00' })
  await addEntry(site, 'ADMIN_DELETE_REQUEST', { mediaId: 12, why: 'Not theirs', at: '2026-01-02 08:00+00' })
  await addEntry(site, 'ADMIN_DELETE_COMPLETED', { mediaId: 12, votes: 3, at: '2026-01-02 08:01+00' })
  await addEntry(site, 'DEPLOYMENT_STARTUP', { at: '2026-01-03 08:00+00' })
}

test('lists entries with their totals and opens an entry', async ({ page, operator, site }) => {
  await operator.open('/adm/logs')
  const screen = logsScreen(page)
  await expect(page.getByText('No audit logs found matching your criteria')).toBeVisible()
  await fillLog(site)
  await screen.refresh.click()
  await expect(screen.shown(4)).toBeVisible()
  for (const [name, count] of Object.entries({
    'Total Logs': 4,
    'Purge Events': 1,
    'Delete Events': 2,
    'Days Active': 3,
  }))
    await expect(screen.tile(name)).toHaveText(`${name}${count}`)
  const details = screen.details('ADMIN_DELETE_REQUEST')
  const local = await page.evaluate(() => new Date('2026-01-02T08:00:00Z').toLocaleString())
  await expect(screen.entry('ADMIN_DELETE_REQUEST')).toContainText(local)
  const pretty = screen.list.getByText('{\n  "why": "Not theirs",\n  "mediaId": 12\n}')
  await screen.entry('ADMIN_DELETE_REQUEST').click()
  await expect(details).toHaveAttribute('aria-expanded', 'true')
  await expect(pretty).toBeVisible()
  await expect(screen.list.getByText(/^Entry #\d+ · request r-1$/)).toBeVisible()
  await details.press('Enter')
  await expect(pretty).toHaveCount(0)
})

test('describes each event with links to items and users', async ({ operator, page, site, visitor }) => {
  const owner = await visitor()
  const { id } = await owner.upload(await photo('beach.jpg'))
  const [{ username } = { username: '' }] = await site.query<{ username: string }>(
    'SELECT username FROM users WHERE id = $1',
    [owner.id],
  )
  const adZone = { setting: 'ad-zone', version: 2, zone: 'zone1', isActive: true, length: 653 }
  await addEntry(site, 'SETTINGS_UPDATED', adZone)
  await addEntry(site, 'MEDIA_DELETE_COMPLETED', { mediaId: id, userId: owner.id, votes: 1 })
  await addEntry(site, 'USER_BLOCKED', { userId: 999_999 })
  await operator.open('/adm/logs')
  const { entry } = logsScreen(page)
  await expect(entry('SETTINGS_UPDATED')).toContainText('Ad Zone 1 changed: active, 653 characters')
  await expect(entry('USER_BLOCKED')).toContainText('user #999999 blocked')
  const deletion = entry('MEDIA_DELETE_COMPLETED')
  await expect(deletion).toContainText(`${username} deleted beach.jpg with 1 vote`)
  await expect(deletion.getByRole('link', { name: username })).toHaveAttribute('href', `/adm/users/${owner.id}`)
  await deletion.getByRole('link', { name: 'beach.jpg' }).click()
  await expect(mediaScreen(page).preview('beach.jpg')).toBeVisible()
})

test('filters entries and keeps the filters in the address', async ({ page, operator, site }) => {
  await fillLog(site)
  await operator.open('/adm/logs')
  const screen = logsScreen(page)
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
})

test('exports the filtered entries with the ten specified types first', async ({ page, operator, site, problems }) => {
  problems.expect(/^500 .*export=true/)
  const events = [
    ...['INACTIVE_USER_PURGE', 'INACTIVE_ACCOUNTS_PURGE_COMPLETED', 'ADMIN_DELETE_REQUEST', 'ADMIN_DELETE_COMPLETED'],
    ...['MEDIA_DELETE_REQUEST', 'MEDIA_DELETE_COMPLETED', 'DMCA_TAKEDOWN_CREATED', 'DMCA_TAKEDOWN_UPDATED'],
    ...['DEPLOYMENT_STARTUP', 'DEPLOYMENT_FILE_SYSTEM_CHECK'],
  ]
  for (const event of events) await addEntry(site, event, { mediaId: 12 })
  await page.clock.setFixedTime('2026-02-03T12:00:00Z')
  await operator.open('/adm/logs')
  const screen = logsScreen(page)
  await expect(screen.shown(10)).toBeVisible()
  const colours = new Set<string>()
  for (const event of events)
    colours.add(await screen.list.getByText(event, { exact: true }).evaluate((node) => getComputedStyle(node).color))
  expect(colours.size).toBe(10)
  expect((await screen.event.getByRole('option').allTextContents()).slice(0, 11)).toEqual(['All Events', ...events])

  await screen.event.selectOption('ADMIN_DELETE_COMPLETED')
  await expect(screen.shown(1, 10)).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(toastOn(page)).toHaveText('SuccessAudit logs exported successfully')
  const file = await saving
  expect(file.suggestedFilename()).toBe('audit-logs-2026-02-03.json')
  const saved = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(saved).toMatchObject([{ event: 'ADMIN_DELETE_COMPLETED', context: { mediaId: 12 } }])
  await page.route(/export=true/, (route) => route.fulfill({ status: 500, json: { error: 'Busy' } }))
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(toastOn(page)).toHaveText('ErrorFailed to export logs')
})

test('shows new entries live and keeps an open entry open', async ({ page, operator, site }) => {
  await addEntries(site, 60)
  await operator.open('/adm/logs')
  const screen = logsScreen(page)
  await expect(screen.shown(60)).toBeVisible()
  await screen.entry('A visitor asked to delete item #57').click()
  await page.getByRole('switch', { name: 'Live' }).check()
  await expect(page).toHaveURL('/adm/logs?live=on')
  await addEntry(site, 'DEPLOYMENT_STARTUP')
  await expect(screen.entry('DEPLOYMENT_STARTUP')).toBeInViewport()
  await expect(screen.shown(61)).toBeVisible()
  await expect(screen.list.getByText('"mediaId": 57')).toBeVisible()
})
