import type { Page } from '@playwright/test'
import { allAnswered, holdCalls } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { addRunningOperation, ageSessions, stopOperation } from '../support/operator-rows.ts'
import { configured, expectToast, failing, goTo, settingsForm } from '../support/operator-screens.ts'
import { rateScreenReady } from '../support/rate-screen.ts'
import { renditionsMade } from '../support/rendering.ts'

const databaseScreen = (page: Page) => ({
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

const TESTS = [
  ['Connection', 'Connection failed'],
  ['Schema', 'Schema check failed'],
  ['Counts', 'Count query failed'],
  ['Sample Queries', 'Sample queries failed'],
] as const

test('runs the database tests in order and shows which of them fail', async ({ page, operator, visitor, problems }) => {
  problems.expect(/ERR_\w+ .*\/api\/db-test\//, /^503 .*\/api\/db-test\//)
  await visitor()
  const screen = databaseScreen(page)
  await operator.open('/adm/db-test')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Database Administration')
  await operator.open('/adm/dbtest')
  await expect(screen.tile('Total Users')).toContainText('1')
  const calls = await holdCalls(page, '**/api/db-test/schema')
  await screen.runTests.click()
  await expect(screen.row('Connection')).toContainText(/Success.*\d+ ms/)
  await expect(screen.row('Schema')).toContainText('Running')
  await expect(screen.row('Counts')).toContainText('Pending')
  calls.release()
  for (const [name] of TESTS) await expect(screen.row(name)).toContainText(/Success.*\d+ ms/)
  await expect(screen.row('Counts')).toContainText('1 user, 0 media, 0 votes, 0 views')

  await page.route('**/api/db-test/**', (route) => route.abort('connectionreset'))
  await screen.runTests.click()
  for (const [name, text] of TESTS) await expect(screen.row(name).getByText(text, { exact: true })).toBeVisible()
  const credentials: (string | null)[] = []
  await page.route('**/api/db-test/**', async (route) => {
    credentials.push(await route.request().headerValue('authorization'))
    await route.fulfill({ status: 503, body: '' })
  })
  await screen.runTests.click()
  for (const [name] of TESTS) await expect(screen.row(name).getByText('HTTP 503', { exact: true })).toBeVisible()
  expect(new Set(credentials)).toEqual(new Set([null]))
})

test('purges inactive accounts after a confirmation', async ({ page, operator, problems, visitor, site }) => {
  problems.expect(/^500 .*\/purge-inactive-accounts/)
  for (let n = 0; n < 2; n++) await visitor()
  await ageSessions(site)
  await visitor()
  const screen = databaseScreen(page)
  await operator.open('/adm/dbtest')
  const count = '**/api/admin/inactive-accounts-count'
  await page.route(count, (route) => route.fulfill({ contentType: 'text/html', body: '<html>Log in</html>' }))
  await screen.check.click()
  await expectToast(
    page,
    'Failed to check inactive accounts',
    'Server returned HTML instead of JSON - authentication may have failed',
  )
  await page.unroute(count)
  await expect(
    page.getByText('Removes users with no e-mail, no votes, no uploads and fewer than 2 views.'),
  ).toBeVisible()
  await screen.check.click()
  await expect(page.getByText('2 inactive accounts of 3 users (66.7%) will be deleted for good.')).toBeVisible()
  await screen.cancel.click()
  await screen.check.click()
  const purge = page.getByRole('button', { name: 'Purge 2 inactive accounts' })
  await failing(page, '**/api/admin/purge-inactive-accounts', { error: 'Something broke on our side.' })
  await purge.click()
  await expectToast(page, 'Failed to purge inactive accounts', 'Something broke on our side.')
  await page.unroute('**/api/admin/purge-inactive-accounts')
  await screen.check.click()
  await purge.click()
  await expect(page.getByText('Deleted 2 inactive accounts; 1 remain.')).toBeVisible()
  await expect(screen.tile('Total Users')).toContainText('1')
})

test('resets the database in two steps and imports the media again', async ({ page, operator, site, visitor }) => {
  await (await visitor()).uploadPhotos(1)
  await renditionsMade(site)
  await operator.open('/adm/dbtest')
  const screen = databaseScreen(page)
  await screen.understand.click()
  await screen.cancel.click()
  await screen.understand.click()
  await expect(page.getByText('You are about to delete 1 user, 1 media item, 0 votes and 0 views.')).toBeVisible()
  await screen.words.fill('reset database')
  await expect(screen.reset).toBeDisabled()
  await screen.words.fill('RESET DATABASE')
  await screen.words.press('Enter')
  await expect(page.getByText(/Database reset completed successfully: 1 user, 1 media item/)).toBeVisible()
  await expect(screen.tile('Total Media')).toContainText('0')

  await screen.import.click()
  await expect(page.getByText('Imported 1 media item, skipped 0 files of 4')).toBeVisible()
  // The tests run again after an import.
  await expect(screen.row('Counts')).toContainText(' 1 media')
  await expect(screen.tile('Total Media')).toContainText('1')
})

test('shows a running import after a reload and stops it', async ({ page, operator, site }) => {
  await addRunningOperation(site, 'import-media', { done: 400, total: 1000, counts: { imported: 120 } })
  await operator.open('/adm/dbtest')
  const progress = page.getByRole('progressbar', { name: 'Media import' })
  await expect(progress).toHaveAttribute('aria-valuenow', '40')
  await expect(page.getByText('400 of 1,000 files')).toBeVisible()
  await site.query(`UPDATE operations SET progress = '{"done": 600, "total": 1000, "counts": {"imported": 150}}'`)
  await expect(page.getByText(/files a second/)).toBeVisible()
  await expect(page.getByText(/ left$/)).toBeVisible()
  await page.reload()
  await expect(progress).toHaveAttribute('aria-valuenow', '60')
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
  await site.query(`UPDATE operations SET status = 'failed', error = 'This work broke off several times.'`)
  await page.reload()
  await expect(page.getByRole('alert')).toHaveText('Media import failed: This work broke off several times.')
})

test('reloads the state when the answer to a change is lost', async ({ page, operator, problems }) => {
  problems.expect(/ERR_FAILED/, /^504 .*reset-database/)
  const unknownOutcome = ["We couldn't confirm the change", 'Reloading…'] as const
  await page.route('**/api/admin/reset-database', async (route) => {
    await route.fetch()
    await route.fulfill({ status: 504, contentType: 'text/html', body: '<h1>504 Gateway Time-out</h1>' })
  })
  await operator.open('/adm/dbtest')
  const screen = databaseScreen(page)
  await screen.understand.click()
  await screen.words.fill('RESET DATABASE')
  await screen.reset.click()
  await expectToast(page, ...unknownOutcome)
  await expect(page.getByText(/^Database reset completed successfully/)).toBeVisible()

  await page.route('**/api/admin/vote-multiplier-config', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort()
  })
  await goTo(page, 'Vote Multiplier')
  const form = settingsForm(page, 'Vote Multiplier')
  await form.field('Multiplier').fill('7')
  await form.save.click()
  await form.expectClean()
  await expect(configured(page, 'Multiplier')).toHaveText('7x')
})

test('gives an open visitor page a new visitor after a reset', async ({ page, site, operator, problems }) => {
  // After the reset, the page's next call has no session (401) or another visitor's (403).
  problems.expect(/^40[13] .*\/api\//)
  await page.goto('/profile')
  await rateScreenReady(page)
  // Calls pending during the reset would be refused.
  await allAnswered(page)
  const reset = await page.request.post('/api/admin/reset-database', { headers: operator.headers })
  expect(await reset.json()).toMatchObject({ deleted: { users: 1 } })
  await page
    .getByRole('link', { name: /Stats$/ })
    .first()
    .click()
  await expect(page.getByText("You haven't uploaded any media yet")).toBeVisible()
  expect(await site.query('SELECT id FROM users')).toEqual([{ id: '1' }])
  await expect(page.getByRole('alert')).toHaveCount(0)
})
