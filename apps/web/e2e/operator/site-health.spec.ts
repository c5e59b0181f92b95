import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { expectToast, watchReads } from '../support/admin-settings-screen.ts'
import { anHourLater } from '../support/an-hour-later.ts'
import { expect, test } from '../support/fixtures.ts'
import { holdCalls } from '../support/held-calls.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { addRunningOperation, stopOperation } from '../support/operation-rows.ts'
import { screenIsThere } from '../support/rate-screen.ts'
import { renditionsMade } from '../support/renditions.ts'
import { allAnswered } from '../support/requests-under-way.ts'
import { roundTrip } from '../support/round-trip.ts'
import { runUntilShown } from '../support/stopped-clock.ts'

const databaseScreen = (page: Page) => ({
  heading: page.getByRole('heading', { level: 1 }),
  runTests: page.getByRole('button', { name: 'Run Database Tests' }),
  row: (name: string) => page.getByRole('listitem').filter({ hasText: name }),
  tile: (name: string) => page.getByRole('region', { name: 'Database Statistics' }).getByText(name).locator('..'),
  import: page.getByRole('button', { name: 'Import Media from Bucket' }),
  check: page.getByRole('button', { name: 'Check Inactive Accounts' }),
  understand: page.getByRole('button', { name: 'I Understand' }),
  words: page.getByLabel('Type RESET DATABASE to confirm'),
  reset: page.getByRole('button', { name: 'Reset Database' }),
  cancel: page.getByRole('button', { name: 'Cancel' }),
})

const TESTS = ['Connection', 'Schema', 'Counts', 'Sample Queries']

test('both addresses, the four tests in order, and a purge', async ({ page, operator, problems, visitor, site }) => {
  problems.expect(/^403 .*\/purge-inactive-accounts/)
  await visitor()
  await visitor()
  await anHourLater(site)
  await visitor()
  const screen = databaseScreen(page)
  await operator.open('/adm/db-test')
  await expect(screen.heading).toHaveText('Database Administration')
  await operator.open('/adm/dbtest')
  await expect(screen.tile('Total Users')).toContainText('3')
  for (const name of TESTS) await expect(screen.row(name)).toContainText('Pending')

  const calls = await holdCalls(page, '**/api/db-test/schema')
  await screen.runTests.click()
  await expect(screen.row('Connection')).toContainText(/Success.*\d+ ms/)
  await expect(screen.row('Schema')).toContainText('Running')
  await expect(screen.row('Counts')).toContainText('Pending')
  calls.release()
  for (const name of TESTS) await expect(screen.row(name)).toContainText(/Success.*\d+ ms/)
  await expect(screen.runTests).toBeFocused()
  await expect(screen.row('Counts')).toContainText('3 users, 0 media, 0 votes, 0 views')

  const body = '<html><body>Log in</body></html>'
  const html = (path: string, status: number) =>
    page.route(path, (route) => route.fulfill({ status, contentType: 'text/html', body }))
  const text = 'Server returned HTML instead of JSON - authentication may have failed'
  await html('**/api/admin/inactive-accounts-count', 200)
  await screen.check.click()
  await expectToast(page, 'Failed to check inactive accounts', text)
  await page.unrouteAll()
  await html('**/api/admin/purge-inactive-accounts', 403)
  const counting = await holdCalls(page, '**/api/admin/inactive-accounts-count')
  await screen.check.press('Enter')
  await expect.poll(() => counting.held.length).toBe(1)
  counting.release()
  await expect(page.getByRole('button', { name: 'Purge 2 inactive accounts' })).toBeVisible()
  await page.getByRole('button', { name: 'Purge 2 inactive accounts' }).press('Enter')
  await expectToast(page, 'Failed to purge inactive accounts', text)
  await page.unrouteAll()

  await expect(page.getByText('Visitors of the last hour stay.')).toBeVisible()
  await expect(
    page.getByText('Removes users with no e-mail, no votes, no uploads and fewer than 2 views.'),
  ).toBeVisible()
  await screen.check.click()
  await expect(page.getByText('2 inactive accounts of 3 users (66.7%) will be deleted for good.')).toBeVisible()
  await screen.cancel.click()
  await screen.check.press('Enter')
  await page.getByRole('button', { name: 'Purge 2 inactive accounts' }).click()
  await expect(page.getByText('Deleted 2 inactive accounts; 1 remain.')).toBeVisible()
  await expect(screen.tile('Total Users')).toContainText('1')
  expect(await site.query('SELECT id FROM users')).toHaveLength(1)
  await screen.check.click()
  await expect(page.getByText(/there is nothing to purge/)).toBeVisible()
})

test('reset in two steps; an import brings the media back', async ({ page, operator, site, visitor }) => {
  const owner = await visitor()
  await owner.uploadPhotos(1)
  await renditionsMade(site)
  await operator.open('/adm/dbtest')
  const screen = databaseScreen(page)
  await screen.understand.click()
  await expect(screen.cancel).toBeFocused()
  await screen.cancel.click()
  await screen.understand.press('Enter')
  await expect(page.getByText('You are about to delete 1 user, 1 media item, 0 votes and 0 views.')).toBeVisible()
  await expect(page.getByText('but not their names, uploaders or votes')).toBeVisible()
  await expect(screen.reset).toBeDisabled()
  await screen.words.fill('reset database')
  await expect(screen.reset).toBeDisabled()
  await screen.words.fill('RESET DATABASE')
  await screen.words.press('Enter')
  await expect(page.getByText(/Database reset completed successfully: 1 user, 1 media item/)).toBeVisible()
  await expect(screen.tile('Total Media')).toContainText('0')

  await screen.import.click()
  await expect(page.getByText('Imported 1 media item, skipped 0 files of 4')).toBeVisible()
  await expect(screen.row('Counts')).toContainText(' 1 media')
  await expect(screen.tile('Total Media')).toContainText('1')
})

test('a visitor whose page was open goes on after a reset, as new', async ({ page, site, operator, problems }) => {
  // The old visitor's next call has no session, or the new visitor's.
  problems.expect(/^40[13] .*\/api\//)
  await page.goto('/profile')
  await screenIsThere(page)
  // Calls pending during the reset would be refused.
  await allAnswered(page)
  expect(await site.query('SELECT id FROM users')).toHaveLength(1)
  const reset = await page.request.post('/api/admin/reset-database', { headers: operator.headers })
  expect(await reset.json()).toMatchObject({ deleted: { users: 1 } })
  await page
    .getByRole('link', { name: /Stats$/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Stats')
  await expect.poll(() => site.query('SELECT id FROM users')).toEqual([{ id: '1' }])
  await expect(page.getByText("You haven't uploaded any media yet")).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('an import under way is found again after a reload, and can be stopped', async ({ page, operator, site }) => {
  await addRunningOperation(site, 'import-media', { done: 400, total: 1000, counts: { imported: 120 } })
  await operator.open('/adm/dbtest')
  const progress = page.getByRole('progressbar', { name: 'Media import' })
  await expect(progress).toHaveAttribute('aria-valuenow', '40')
  await expect(page.getByText('400 of 1,000 files')).toBeVisible()
  await site.query(`UPDATE operations SET progress = '{"done": 600, "total": 1000, "counts": {"imported": 150}}'`)
  await expect(progress).toHaveAttribute('aria-valuenow', '60')
  await expect(page.getByText(/files a second/)).toBeVisible()
  await expect(page.getByText(/ left$/)).toBeVisible()
  await page.reload()
  await expect(progress).toHaveAttribute('aria-valuenow', '60')
  expect(await layoutShift(page)).toBeLessThan(0.02)
  await expect(page.getByRole('button', { name: 'Importing…' })).toBeDisabled()
  await expectAccessible(page)
  await stopOperation(page, site)
  await site.query(
    `UPDATE operations SET status = 'stopped', ended_at = now(),
     progress = '{"done": 600, "total": 1000, "counts": {"imported": 150, "skipped": 450, "The file is empty": 1,
     "On the site already": 449}}', result = '{"message": "Imported 150 media items, skipped 450 files",
     "imported": 150, "skipped": 450, "errors": [{"key": "a/b.jpg", "reason": "The file is empty"}], "totalFiles": 600}'`,
  )
  await expect(page.getByText('Stopped. Imported 150 media items, skipped 450 files of 600')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Skipped files' })).toHaveText(
    /^On the site already449The file is empty1$/,
  )
  await page.getByText('1 refused: show why').click()
  await expect(page.getByRole('list', { name: 'Refused files' })).toContainText('The file is empty')
  await expectAccessible(page)
  await site.query(`UPDATE operations SET status = 'failed', error = 'This work broke off several times.'`)
  await page.reload()
  await expect(page.getByRole('alert')).toHaveText('Media import failed: This work broke off several times.')
  await expect(page.getByText('Imported 150 media items, skipped 450 files of 600', { exact: true })).toBeVisible()
})

test('a second after an import the tests run again', async ({ page, operator, site }) => {
  await addRunningOperation(site, 'import-media', { done: 1, total: 3, counts: {} })
  await page.clock.install()
  await operator.open('/adm/dbtest')
  await expect(page.getByRole('progressbar', { name: 'Media import' })).toBeVisible()
  const runs = watchReads(page, '/api/db-test/connection')
  await page.clock.pauseAt(Date.now() + 60_000)
  // A poll held any earlier would time out within that minute.
  const looks = await holdCalls(page, '**/api/admin/operations/import-media')
  // The first status poll is pending.
  await expect(async () => {
    await page.clock.runFor(700)
    expect(looks.held).toHaveLength(1)
  }).toPass()
  await site.query(
    `UPDATE operations SET status = 'done', ended_at = now(),
     result = '{"message": "Imported 3 media items", "imported": 3, "skipped": 0, "errors": [], "totalFiles": 3}'`,
  )
  looks.release()
  // The page's one-second wait began up to `passed` milliseconds ago.
  const passed = await runUntilShown(page, page.getByText('Imported 3 media items of 3'))
  // The effect that starts the timer runs after paint, and before this answer.
  await roundTrip(page)
  await page.clock.runFor(999 - passed)
  await roundTrip(page)
  expect(runs).toEqual([])
  await page.clock.runFor(passed + 1)
  await expect.poll(() => runs).toHaveLength(1)
})

test('every part says in its words what it does, and is accessible in every state', { tag: '@phone' }, async ({
  page,
  operator,
  visitor,
  site,
}) => {
  await visitor()
  await anHourLater(site)
  await operator.open('/adm/dbtest')
  const screen = databaseScreen(page)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'Database Statistics',
    'Database Tests',
    'Import Media from Bucket',
    'Danger Zone',
  ])
  await expect(main.getByRole('heading', { level: 3 })).toHaveText(['Purge Inactive Accounts', 'Database Reset'])
  await expect(main.getByText('including the trash')).toBeVisible()
  await screen.runTests.click()
  await expect(screen.row('Sample Queries')).toContainText('Success')
  await expect(screen.row('Counts')).toContainText('1 user, 0 media, 0 votes, 0 views')
  await screen.check.click()
  await expect(page.getByRole('button', { name: 'Purge 1 inactive account' })).toBeVisible()
  await screen.understand.click()
  await screen.words.fill('RESET DATABASE')
  await expectAccessible(page)
})
