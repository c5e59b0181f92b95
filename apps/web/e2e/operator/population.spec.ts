import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { forgetToken, quieten } from '../support/admin-login-screen.ts'
import { expectToast } from '../support/admin-settings-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { clickTwice } from '../support/held-calls.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { addFailedOperation, addRunningOperation, stopOperation } from '../support/operation-rows.ts'
import { allDrawn } from '../support/requests-under-way.ts'
import type { Site } from '../support/running-site.ts'

const PATH = '/adm/populate-votes'
const CALL = '**/api/admin/populate-votes*'
const FIX = '**/api/admin/fix-user-sequence'
const TOTALS = '**/api/admin/media-totals'

const populationScreen = (page: Page) => {
  const least = page.getByLabel('Minimum votes per item')
  const most = page.getByLabel('Maximum votes per item')
  return {
    heading: page.getByRole('heading', { name: 'Populate votes' }),
    start: page.getByRole('button', { name: 'Start Vote Population' }),
    resume: page.getByRole('button', { name: 'Continue Processing' }),
    stop: page.getByRole('button', { name: 'Stop Processing' }),
    goesOn: page.getByRole('switch', { name: 'Continue automatically' }),
    least,
    most,
    async fillRange(from: number, to: number) {
      await least.fill(`${from}`)
      await most.fill(`${to}`)
    },
    fix: page.getByRole('button', { name: 'Fix User Sequence' }),
    results: (title: string) => page.getByRole('region', { name: title, exact: true }),
    fact: (name: string) => page.getByRole('definition').and(page.locator(`dt:text-is("${name}") + dd`)),
  }
}

const addMedia = async (site: Site, count: number) => {
  await site.query(`INSERT INTO users (username, uploads) VALUES ('Owner', $1)`, [count])
  await site.query(
    `INSERT INTO media (owner_id, status, position, mime_type, original_name, size_bytes, width, height, original_key, sha256)
     SELECT u.id, 'ready', n, 'image/jpeg', 'a.jpg', 1, 1, 1, 'none/' || n, '\\x00'
     FROM users u, generate_series(1, $1::int) n WHERE u.username = 'Owner'`,
    [count],
  )
}

test('says what it does, and runs to its end; pauses every 500 votes, and is found again', { tag: '@phone' }, async ({
  page,
  operator,
  site,
  isMobile,
}) => {
  await addMedia(site, 4)
  await operator.open(PATH)
  const screen = populationScreen(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vote Population')
  await expect(
    page.getByText('10 to 50 votes per media with a 70% to 100% Hot bias, pausing every 500 votes.'),
  ).toBeVisible()
  await expect(page.getByText('synthetic users, which are marked as such')).toBeVisible()
  await expect(page.getByText('This run adds about 40 to 200 votes to the 4 media of this collection.')).toBeVisible()
  await page.getByRole('button', { name: '3,000 to 10,000 votes' }).click()
  await expect(page.getByText('This run adds about 12,000 to 40,000 votes')).toBeVisible()
  await page.getByRole('button', { name: '10 to 50 votes' }).click()
  const starts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && starts.push(request.url()))
  await clickTwice(screen.start, CALL)
  await expect(screen.results('Complete')).toBeVisible()
  expect(starts).toHaveLength(1)
  const [sum] = await site.query<{ votes: string; hot: string; users: string; ids: string }>(
    `SELECT count(*) AS votes, round(100.0 * count(*) FILTER (WHERE is_hot) / count(*)) AS hot,
      count(DISTINCT user_id) AS users, min(user_id) || '-' || max(user_id) AS ids FROM votes`,
  )
  await expect(screen.fact('Success')).toHaveText('Yes')
  await expect(screen.fact('Message')).toHaveText(`Added ${sum?.votes} votes to 4 media`)
  await expect(screen.fact('Media processed')).toHaveText('4 of 4')
  await expect(screen.fact('Votes inserted')).toHaveText(String(sum?.votes))
  await expect(screen.fact('Users created')).toHaveText(String(sum?.users))
  await expect(screen.fact('Overall hot percentage')).toHaveText(`${sum?.hot}%`)
  await expect(screen.fact('User ID range')).toHaveText(String(sum?.ids))
  expect(await site.query('SELECT id FROM users WHERE is_synthetic AND id NOT IN (SELECT user_id FROM votes)')).toEqual(
    [],
  )
  await expect(screen.start).toBeEnabled()

  await site.query('DELETE FROM votes; UPDATE media SET hot_votes = 0, not_votes = 0')
  await screen.fillRange(150, 150)
  await screen.most.press('Enter')
  await expect(screen.fact('Message')).toHaveText('Paused after 500 votes on 3 of 4 media')
  await page.reload()
  await expect(screen.results('Paused')).toBeVisible()
  expect(await layoutShift(page)).toBeLessThan(0.02)
  await expectAccessible(page)
  if (isMobile) return
  await expect(screen.resume).toBeEnabled()
  await screen.resume.press('Enter')
  await expect(screen.results('Complete')).toBeVisible()
  await expect(screen.fact('Votes inserted')).toHaveText('600')
  expect(await site.query('SELECT hot_votes + not_votes AS votes FROM media')).toEqual(Array(4).fill({ votes: 150 }))
})

test('can be stopped while it is paused, and while it runs', async ({ page, operator, site, problems }) => {
  await addMedia(site, 2)
  await operator.open(PATH)
  const screen = populationScreen(page)
  await screen.fillRange(400, 400)
  await screen.start.click()
  const second = await page.context().newPage()
  await second.goto(PATH)
  const other = populationScreen(second)
  await expect(other.resume).toBeVisible()
  await expect(screen.stop).toBeEnabled()
  await screen.stop.press('Enter')
  await expect(screen.results('Stopped')).toBeVisible()
  await expect(screen.results('Stopped')).not.toContainText('Paused')
  await second.reload()
  await expect(other.start).toBeVisible()
  await expect(screen.fact('Votes inserted')).toHaveText('500')
  await expect(screen.start).toBeEnabled()
  problems.expect(/^409 .*populate-votes/)
  await site.query(`UPDATE operations SET status = 'paused'`)
  await second.reload()
  await second.route(CALL, async (route) => {
    await site.query(`UPDATE operations SET status = 'stopped'`)
    await route.continue()
  })
  await other.resume.click()
  await expectToast(second, 'Population failed', 'This run is no longer paused: it was continued or stopped elsewhere.')
  await expect(other.start).toBeVisible()
  expect(await site.query('SELECT id FROM operations')).toHaveLength(1)
  await second.close()

  await addRunningOperation(site, 'populate-votes', { done: 1, total: 2, counts: { votes: 450, usersCreated: 40 } })
  await page.reload()
  await expect(page.getByRole('progressbar', { name: 'Vote population' })).toHaveAttribute('aria-valuenow', '50')
  await expect(page.getByText('1 of 2 media')).toBeVisible()
  await expect(page.getByText('votes: 450')).toBeVisible()
  await expect(page.getByText('users created: 40')).toBeVisible()
  problems.expect(/^503 .*\/stop/)
  await page.route('**/stop', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 })
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expectToast(page, 'It could not be stopped', 'Please try again in a moment.')
  await stopOperation(page, site)
  await site.query(`UPDATE operations SET status = 'paused' WHERE status = 'running'`)
  await expect(screen.resume).toBeVisible()
})

test('refuses an invalid range at its field and continues a run automatically', async ({ page, operator, site }) => {
  await operator.open(PATH)
  const screen = populationScreen(page)
  await expect(page.getByText('There are no media to vote on.')).toBeVisible()
  await screen.most.fill('10001')
  await screen.start.click()
  await expect(screen.most).toHaveAccessibleDescription(/An item gets 1 to 10000 votes/)
  await screen.most.fill('5')
  await expect(screen.most).toHaveAccessibleDescription(/The least number of votes is above the most/)
  await screen.least.fill('x')
  await expect(screen.least).toHaveAccessibleDescription(/Not a number of votes/)

  const [row] = await site.query<{ id: string }>(
    `INSERT INTO users (id, username) OVERRIDING SYSTEM VALUE SELECT max(last_value) + 5000, 'By hand' FROM users_id_seq RETURNING id`,
  )
  await screen.fix.click()
  const next = (Number(row?.id) + 1).toLocaleString('en-US')
  await expect(page.getByText(`User sequence fixed. The next user gets the id ${next}.`)).toBeVisible()

  await addMedia(site, 3)
  await page.reload()
  await screen.fillRange(400, 400)
  await screen.goesOn.press('Space')
  await screen.start.click()
  await expect(screen.results('Complete')).toBeVisible()
  await expect(screen.fact('Votes inserted')).toHaveText('1,200')
  await expect(screen.fact('Message')).toHaveText('Added 1,200 votes to 3 media')
})

test('failures say what did not work; without a login it is asked for', async ({ page, operator, problems, site }) => {
  problems.expect(/^50[03] .*(populate-votes|fix-user-sequence|media-totals)/, /ERR_INTERNET_DISCONNECTED/)
  const error = 'The site is busy right now.'
  const busy = { status: 503, json: { error, message: error } }
  await page.route(CALL, (route) => route.fulfill(busy))
  await page.route(FIX, (route) => route.fulfill(busy))
  await page.route(TOTALS, (route) => route.fulfill({ ...busy, status: 500 }))
  await page.route('**/api/admin/operations/populate-votes', (route) => route.fulfill({ ...busy, status: 500 }), {
    times: 1,
  })
  await operator.open(PATH)
  const screen = populationScreen(page)
  await expect(page.getByRole('alert')).toContainText('Failed to load vote population')
  await expect(screen.start).toHaveCount(0)
  await quieten(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await screen.fillRange(7, 9)
  await page.unroute(TOTALS)
  const totals = page.waitForResponse(TOTALS)
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await totals
  await allDrawn(page)
  await expect(screen.most).toHaveValue('9')
  await screen.start.click()
  await expectToast(page, 'Population failed', error)
  await screen.fix.click()
  await expectToast(page, 'Failed to fix sequence', error)
  await page.route(FIX, (route) => route.fulfill({ json: { success: false, nextUserId: 0, error: 'It is locked.' } }))
  await screen.fix.click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Failed to fix sequence: It is locked.')

  await addFailedOperation(site, 'populate-votes', 'This work broke off several times.')
  await site.query(
    `UPDATE operations SET result = '{"success": true, "message": "Paused", "totalVotesInserted": 700}' WHERE status = 'failed'`,
  )
  await page.reload()
  await expect(screen.results('Population failed')).toContainText('This work broke off several times.')
  await expect(screen.fact('Success')).toHaveText('No')
  await expect(screen.fact('Votes inserted')).toHaveText('700')
  await expect(screen.fact('Message')).toHaveCount(0)
  await expectAccessible(page)

  await page.unrouteAll({ behavior: 'wait' })
  await expect(screen.start).toBeEnabled()
  await forgetToken(page)
  await screen.start.click()
  const text = 'Admin authentication required. Please log in to the admin portal first.'
  await expectToast(page, 'Population failed', text)
  await screen.fix.click()
  await expectToast(page, 'Failed to fix sequence', text)
  await page.reload()
  await expect(page).toHaveURL('/adm')
})
