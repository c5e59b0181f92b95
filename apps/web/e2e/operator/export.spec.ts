import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import { sheetsIn } from '../../../api/test/make/workbooks.ts'
import { expectAccessible } from '../support/accessible.ts'
import { quieten } from '../support/admin-login-screen.ts'
import { expectToast } from '../support/admin-settings-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { clickTwice } from '../support/held-calls.ts'
import { addFailedOperation, addRunningOperation, stopOperation } from '../support/operation-rows.ts'
import type { OtherVisitor } from '../support/other-visitor.ts'
import { show } from '../support/page-visibility.ts'
import { roundTrip } from '../support/round-trip.ts'
import type { Site } from '../support/running-site.ts'
import { seedMedia } from '../support/seeded-collection.ts'

const PATH = '/adm/export-votes'
const CALL = '**/api/admin/export-votes*'
const FAILED = 'Failed to export votes data'

const exportScreen = (page: Page) => ({
  start: page.getByRole('button', { name: 'Export Votes', exact: true }),
  again: page.getByRole('button', { name: 'Download Again' }),
  progress: page.getByRole('progressbar', { name: 'Vote export' }),
})

const rowsIn = async (download: Download) => {
  const [sheet] = await sheetsIn(readFileSync(await download.path()))
  return sheet?.rows
}

const startsOn = (page: Page) => {
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/admin/export-votes')) requests.push(request.url())
  })
  return requests
}

const nameOfToday = () => `votes_export_${new Date().toISOString().slice(0, 10)}.xlsx`

/** Returns the stored votes. */
const vote = async (visitor: () => Promise<OtherVisitor>, site: Site) => {
  await seedMedia(site, 2)
  const photos = await site.query<{ id: number }>('UPDATE media SET hot_votes = 0 RETURNING id::int')
  const voter = await visitor()
  for (const { id } of photos) await voter.vote(id, true)
  return site.query<{ user_id: string; media_id: string; is_hot: boolean; created_at: Date }>(
    'SELECT * FROM votes ORDER BY user_id, media_id',
  )
}

test('one button downloads every vote', async ({ page, operator, visitor, site }) => {
  const votes = await vote(visitor, site)
  await operator.open(PATH)
  const screen = exportScreen(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Export Votes')
  await expect(page.getByRole('heading', { name: 'All 2 votes' })).toBeVisible()
  const downloading = page.waitForEvent('download')
  const before = nameOfToday()
  const started = startsOn(page)
  await expect(screen.start).toBeEnabled()
  await screen.start.focus()
  await page.keyboard.press('Enter')
  const download = await downloading
  // The test may run across midnight.
  expect([before, nameOfToday()]).toContain(download.suggestedFilename())
  expect(await rowsIn(download)).toEqual([
    ['user_id', 'media_id', 'is_hot', 'voted_at'],
    ...votes.map(({ user_id, media_id, is_hot, created_at }) => [
      Number(user_id),
      Number(media_id),
      is_hot,
      created_at,
    ]),
  ])
  await expect(page.getByText('2 votes exported')).toBeVisible()
  await expect(screen.start).toBeEnabled()
  await expect(screen.start).toBeFocused()
  expect(started).toHaveLength(1)
  await expectAccessible(page)
})

test('is kept for a while, and made anew then', async ({ page, operator, problems, visitor, site }) => {
  problems.expect(/^404 .*\/api\/admin\/export-votes\?operation=/)
  await vote(visitor, site)
  await operator.open(PATH)
  const screen = exportScreen(page)
  const started = startsOn(page)
  await Promise.all([page.waitForEvent('download'), clickTwice(screen.start, CALL)])
  await expect(page.getByText('2 votes exported')).toBeVisible()
  expect(started).toHaveLength(1)
  await expect(page.getByRole('region', { name: 'Notification' }).getByRole('listitem')).toHaveCount(0)
  await page.reload()
  const [download] = await Promise.all([page.waitForEvent('download'), screen.again.click()])
  expect(await rowsIn(download)).toHaveLength(3)
  await site.query('DELETE FROM votes')
  // A new id makes it look like another process's export.
  await site.query('UPDATE operations SET id = DEFAULT')
  await page.reload()
  const [made] = await Promise.all([page.waitForEvent('download'), screen.again.click()])
  expect(await rowsIn(made)).toHaveLength(1)
})

test('shows failures and progress of an export, and stops it', async ({ page, operator, problems, site }) => {
  problems.expect(/^50[03] .*export-votes/)
  const error = 'The site is busy right now.'
  const busy = { status: 503, json: { error, message: error } }
  await page.route(CALL, (route) => route.fulfill(busy))
  // A 500 is not an outage, so the page does not retry by itself.
  await page.route('**/api/admin/operations/export-votes', (route) => route.fulfill({ ...busy, status: 500 }), {
    times: 1,
  })
  await operator.open(PATH)
  const screen = exportScreen(page)
  const main = page.getByRole('main')
  await expect(main.getByRole('alert')).toHaveText(`Couldn't load the status. ${error}`)
  await expect(screen.start).toHaveCount(0)
  await quieten(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await screen.start.click()
  await expectToast(page, FAILED, error)
  await addFailedOperation(site, 'export-votes', 'Something went wrong on our side.')
  await page.reload()
  await expect(main.getByRole('alert')).toHaveText(`${FAILED}: Something went wrong on our side.`)
  await expectAccessible(page)

  await addRunningOperation(site, 'export-votes', { done: 250000, total: 1000000 })
  await page.reload()
  await expect(screen.progress).toHaveAttribute('aria-valuenow', '25')
  await expect(page.getByText('250,000 of 1,000,000 votes')).toBeVisible()
  await expect(page.getByText('You can leave this page. The work continues in the background.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Exporting…' })).toBeDisabled()
  await stopOperation(page, site)
  await site.query(
    `UPDATE operations SET status = 'stopped', ended_at = now(), result = '{"operation": 1, "rows": 0, "sheets": 0, "bytes": 0}'
     WHERE status = 'running'`,
  )
  await expect(page.getByText('Stopped before a file was created.')).toBeVisible()
  await expect(screen.start).toBeEnabled()
})

test('who could not start an export is not given that of another tab', async ({ page, operator, site, problems }) => {
  problems.expect(/^503 .*export-votes/)
  await seedMedia(site, 2)
  await operator.open(PATH)
  const screen = exportScreen(page)
  const error = 'The site is busy right now.'
  await page.route(CALL, (route) => route.fulfill({ status: 503, json: { error, message: error } }), { times: 1 })
  await screen.start.click()
  await expectToast(page, FAILED, error)
  const fetched: string[] = []
  page.on('request', (request) => request.url().includes('export-votes?operation=') && fetched.push(request.url()))
  await addRunningOperation(site, 'export-votes', { done: 1, total: 2 })
  await show(page, 'visible')
  await expect(screen.progress).toBeVisible()
  await site.query(
    `UPDATE operations SET status = 'done', ended_at = now(), result = '{"operation": 1, "rows": 2, "sheets": 1, "bytes": 9}'
     WHERE status = 'running'`,
  )
  await expect(page.getByText('2 votes exported')).toBeVisible()
  await roundTrip(page)
  expect(fetched).toEqual([])
})
