import { expectAccessible } from '../support/accessible.ts'
import { endedLogin, forgetToken, quieten } from '../support/admin-login-screen.ts'
import { goTo } from '../support/admin-settings-screen.ts'
import { addTakedown, takedownsScreen } from '../support/admin-takedowns-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { holdCalls } from '../support/held-calls.ts'
import { film } from '../support/made-media.ts'
import { allAnswered } from '../support/requests-under-way.ts'
import { roundTrip } from '../support/round-trip.ts'

const LIST = /\/api\/admin\/dmca-takedowns(\?.*)?$/
const COUNTS = '**/api/admin/dmca-takedown-counts'
const ONE = '**/api/admin/dmca-takedowns/*'

test('opens the request of a mail link and retries a failed list', async ({ page, operator, site, problems }) => {
  problems.expect(/^404 .*\/api\/admin\/dmca-takedowns\/999999$/)
  const id = await addTakedown(site, { name: 'From a mail' })
  await operator.open(`/adm/dmca?id=${id}`)
  const screen = takedownsScreen(page)
  await expect(screen.detail.getByRole('heading', { level: 2 })).toHaveText('From a mail')
  await operator.open('/adm/dmca?status=pending&id=999999')
  const failure = page.getByRole('alert')
  await expect(failure.getByRole('heading')).toHaveText('Failed to load DMCA takedowns: HTTP 404: Not Found')
  await expect(failure).toContainText('There is no such takedown request.')
  await expect(failure.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expectAccessible(page)
  await failure.getByRole('link', { name: 'Back to all requests' }).click()
  await expect(page).toHaveURL('/adm/dmca?status=pending')
  await expect(screen.entry('From a mail')).toBeVisible()
  await operator.open('/adm/dmca?id=nonsense')
  await expect(screen.entry('From a mail')).toBeVisible()
  await expect(screen.detail).toHaveCount(0)

  problems.expect(/^50[03] .*\/api\/admin\/dmca-takedowns/, /^50[03] .*\/api\/admin\/dmca-takedown-counts$/)
  problems.expect(/ERR_FAILED .*\/api\/admin\/dmca-takedowns/)
  for (const path of [LIST, COUNTS])
    await page.route(path, (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await page.route(LIST, (route) => route.abort(), { times: 1 })
  await operator.open('/adm/dmca')
  await expect(failure).toContainText(
    "The server didn't answer. The problem is on our side. We'll try again automatically.",
  )
  await expect(failure.getByRole('heading')).toHaveText(
    'Failed to load DMCA takedowns: HTTP 500: Internal Server Error',
  )
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(screen.entry('From a mail')).toBeVisible()
  await expect(screen.tile('Pending')).toHaveAccessibleName('Pending 1')

  const { toast } = screen
  const refresh = page.getByRole('button', { name: 'Refresh' })
  await quieten(page)
  await page.route(LIST, (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await refresh.click()
  await expect(toast).toHaveText('Not up to dateThe server answered with an error (HTTP 500).')
  await expect(screen.entry('From a mail')).toBeVisible()
  await forgetToken(page)
  await refresh.click()
  await expect(toast).toHaveText('Not up to dateAdmin authentication required')
})

test('keeps the notes when a mail or a change fails', async ({ page, operator, site, problems }) => {
  problems.expect(/^50[03] .*\/dmca-takedowns\/\d+\/mail/, /^(409|500) .*\/api\/admin\/dmca-takedowns/)
  const id = await addTakedown(site)
  await page.route('**/api/admin/dmca-takedowns/*/mail?*', (route) => route.fulfill({ status: 500, body: '' }), {
    times: 1,
  })
  await operator.open(`/adm/dmca?id=${id}`)
  const screen = takedownsScreen(page)
  const { detail } = screen
  await expect(detail.getByText('The e-mail could not be shown.')).toBeVisible()
  await detail.getByRole('button', { name: 'Try again' }).click()
  await expect(detail.getByText('We have reviewed your request')).toHaveCount(2)
  await quieten(page)

  await screen.notes.fill('Portfolio checked')
  await page.route(ONE, (route) => route.fulfill({ status: 500, body: '<html>' }), { times: 1 })
  // After a failed change the page refetches: wait before changing the row.
  const looked = page.waitForResponse(
    (answer) => answer.request().method() === 'GET' && answer.url().endsWith(`/dmca-takedowns/${id}`),
  )
  await expect(screen.review).toBeEnabled()
  await screen.review.press('Enter')
  await expect(screen.toast).toHaveText('ErrorFailed to update takedown')
  await looked
  await expect(screen.reject).toBeEnabled()
  await expect(screen.review).toBeFocused()
  await site.query(`UPDATE takedowns SET status = 'resolved'`)
  await screen.reject.click()
  await expect(screen.toast).toHaveText('ErrorA resolved request cannot become rejected.')
  await expect(screen.reopen).toBeVisible()
  await expect(screen.notes).toHaveValue('Portfolio checked')

  await forgetToken(page)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await screen.reopen.click()
  await expect(screen.toast).toHaveText('ErrorAdmin authentication required')
  expect(requests.filter((url) => url.includes('/api/'))).toEqual([])
})

test('asks about unsent notes and keeps them over a login', async ({ page, operator, site, visitor, problems }) => {
  problems.expect(/^401 .*\/api\/admin\//)
  const { id: mediaId } = await (await visitor()).upload(await film('waves.mp4'))
  const id = await addTakedown(site, { notes: 'Stored', mediaId })
  await addTakedown(site, { name: 'Blue Harbour', email: 'blue@harbour.example', notes: 'Other' })
  await operator.open('/adm/dmca')
  const screen = takedownsScreen(page)
  await screen.entry('Ada Example').click()
  await screen.notes.fill('Half a thought')
  await expect(screen.unsaved).toBeVisible()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  const answer = (name: 'Cancel' | 'Leave') => question.getByRole('button', { name }).click()
  for (const leave of [
    () => screen.entry('Blue Harbour').click(),
    () => goTo(page, 'Media'),
    () => page.evaluate(() => history.back()),
  ]) {
    await leave()
    await answer('Cancel')
    await expect(screen.notes).toHaveValue('Half a thought')
  }
  await screen.tile('Pending').click()
  await page.getByLabel('Search requests').fill('Ada')
  await expect(page).toHaveURL(`/adm/dmca?id=${id}&status=pending&search=Ada`)
  await expect(screen.entry('Blue Harbour')).toHaveCount(0)
  const shown = screen.detail.locator('video')
  await shown.evaluate((video: HTMLVideoElement) => {
    video.currentTime = 0.25
  })
  await expect(shown).toHaveJSProperty('seeking', false)
  await expect(shown).toHaveJSProperty('currentTime', 0.25)
  const login = await endedLogin(page)
  await screen.review.click()
  await expect(login.username).toBeFocused()
  await expect(screen.notes).toBeHidden()
  await page.evaluate(() => dispatchEvent(new StorageEvent('storage', { key: 'adminToken', newValue: 'a token' })))
  await login.enter()
  await expect(shown).toHaveJSProperty('currentTime', 0.25)
  await expect(screen.notes).toHaveValue('Half a thought')
  await expect(page).toHaveURL(`/adm/dmca?id=${id}&status=pending&search=Ada`)
  await allAnswered(page)
  expect(await site.query('SELECT id::int FROM takedowns WHERE id = $1 AND status = $2', [id, 'pending'])).toEqual([
    { id },
  ])
  await page.getByLabel('Search requests').fill('')
  await screen.entry('Blue Harbour').click()
  await answer('Leave')
  await expect(screen.notes).toHaveValue('Other')
  await screen.entry('Ada Example').click()
  await expect(screen.notes).toHaveValue('Stored')
})

test('shows a request in place of the list on a phone', {
  tag: '@phone-only',
}, async ({ page, operator, site }) => {
  await addTakedown(site)
  await operator.open('/adm/dmca')
  const screen = takedownsScreen(page)
  await screen.entry('Ada Example').press('Enter')
  const heading = screen.detail.getByRole('heading', { level: 2 })
  await expect(heading).toHaveText('Ada Example')
  await expect(screen.list).toBeHidden()
  await screen.back.click()
  await expect(page).toHaveURL('/adm/dmca')
  await expect(screen.list).toBeVisible()
})

test('leads through pages of 50 requests by keyboard', async ({ page, operator, site }) => {
  await addTakedown(site, { name: 'The oldest' })
  await site.query(
    `INSERT INTO takedowns (complainant_name, complainant_email, copyright_owner, work_description,
      infringement_description, infringing_urls, good_faith_statement, accuracy_statement, electronic_signature)
    SELECT 'Claimant ' || n, 'a@b.example', 'a', 'work ' || n, 'a', '[]', true, true, 'a' FROM generate_series(1, 60) n`,
  )
  await operator.open('/adm/dmca')
  const screen = takedownsScreen(page)
  await expect(screen.list.getByRole('link')).toHaveCount(50)
  await screen.entry('Claimant 60').focus()
  await page.keyboard.press('ArrowDown')
  await expect(screen.entry('Claimant 59')).toBeFocused()
  await page.getByRole('link', { name: 'Next' }).press('Enter')
  await expect(screen.list.getByRole('link')).toHaveCount(11)
  await screen.entry('Claimant 10').focus()
  await page.keyboard.press('End')
  await expect(screen.entry('The oldest')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(screen.detail.getByRole('heading', { level: 2 })).toHaveText('The oldest')
  await expect(screen.entry('The oldest')).toBeFocused()
  // Reopening the open request adds no history entry, even if Enter repeats.
  const steps = () => page.evaluate(() => history.length)
  const before = await steps()
  for (let n = 0; n < 3; n++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  expect(await steps()).toBe(before)
  const [tab] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('ControlOrMeta+Enter')])
  await expect(tab).toHaveURL(/\/adm\b.*id(=|%3D)\d+/)
  await tab.close()
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect(screen.entry('Claimant 60')).toBeVisible()
  await expect(screen.detail.getByRole('heading', { level: 2 })).toHaveText('The oldest')
})

test('keeps the next request and its notes while the last one is decided', async ({ page, operator, site }) => {
  const first = await addTakedown(site, { name: 'Ada Example' })
  const next = await addTakedown(site, { name: 'Bea Example' })
  await operator.open('/adm/dmca')
  const screen = takedownsScreen(page)
  await screen.entry('Ada Example').click()
  await expect(screen.reject).toBeVisible()
  const calls = await holdCalls(page, `**/api/admin/dmca-takedowns/${first}`)
  await screen.reject.click()
  await expect.poll(() => calls.held.map((call) => call.method())).toContain('PATCH')
  await expect(screen.notes).not.toBeEditable()
  await screen.entry('Bea Example').click()
  await screen.notes.fill('Called her')
  calls.release()
  await expect(screen.toast).toContainText('DMCA takedown updated successfully')
  await roundTrip(page)
  await expect(screen.detail).toHaveAccessibleName(`Request #${next}`)
  await expect(screen.notes).toHaveValue('Called her')
})

test('shows the newer notes when they were changed elsewhere', async ({ page, operator, site }) => {
  const id = await addTakedown(site)
  await operator.open(`/adm/dmca?id=${id}`)
  const screen = takedownsScreen(page)
  await screen.notes.fill('Called her')
  const elsewhere = await page.request.patch(`/api/admin/dmca-takedowns/${id}`, {
    headers: operator.headers,
    data: { status: 'reviewed', adminNotes: 'Case 123' },
  })
  expect(elsewhere.status()).toBe(200)
  await expect(screen.detail).toContainText('Changed elsewhere to “Case 123”. Your decision replaces that.')
  await expect(screen.notes).toHaveValue('Called her')
  await expect(screen.review).toBeHidden()
})
