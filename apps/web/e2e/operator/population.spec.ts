import type { Page } from '@playwright/test'
import { clickTwice } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { addRunningOperation, stopOperation } from '../support/operator-rows.ts'
import { expectToast, failing, forgetToken } from '../support/operator-screens.ts'
import type { Site } from '../support/running-site.ts'
import { seedMedia } from '../support/seeded-collection.ts'

const PATH = '/adm/populate-votes'
const CALL = '**/api/admin/populate-votes*'
const FIX = '**/api/admin/fix-user-sequence'

const populationScreen = (page: Page) => {
  const least = page.getByLabel('Minimum votes per item')
  const most = page.getByLabel('Maximum votes per item')
  return {
    start: page.getByRole('button', { name: 'Start Vote Population' }),
    resume: page.getByRole('button', { name: 'Continue Processing' }),
    stop: page.getByRole('button', { name: 'Stop Processing' }),
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

const addMedia = async (site: Site, items: number) => {
  await seedMedia(site, items)
  await site.query('UPDATE media SET hot_votes = 0')
}

test('populates votes in pauses of 500 and shows the results', async ({ page, operator, site }) => {
  await addMedia(site, 4)
  await operator.open(PATH)
  const screen = populationScreen(page)
  const starts: string[] = []
  page.on('request', (request) => request.url().includes('/populate-votes?') && starts.push(request.url()))
  await clickTwice(screen.start, CALL)
  await expect(screen.results('Complete')).toBeVisible()
  expect(starts).toHaveLength(1)
  const [sum] = await site.query<{ votes: string; hot: string; users: string; ids: string }>(
    `SELECT count(*) AS votes, round(100.0 * count(*) FILTER (WHERE is_hot) / count(*)) AS hot,
      count(DISTINCT user_id) AS users, min(user_id) || '-' || max(user_id) AS ids FROM votes`,
  )
  for (const [name, value] of Object.entries({
    Success: 'Yes',
    Message: `Added ${sum?.votes} votes to 4 media`,
    'Media processed': '4 of 4',
    'Votes inserted': sum?.votes,
    'Users created': sum?.users,
    'Overall hot percentage': `${sum?.hot}%`,
    'User ID range': sum?.ids,
  }))
    await expect(screen.fact(name)).toHaveText(String(value))

  await site.query('DELETE FROM votes; UPDATE media SET hot_votes = 0, not_votes = 0')
  await expect(screen.start).toBeEnabled()
  await screen.fillRange(150, 150)
  await screen.most.press('Enter')
  await expect(screen.fact('Message')).toHaveText('Paused after 500 votes on 3 of 4 media')
  await page.reload()
  await screen.resume.click()
  await expect(screen.results('Complete')).toBeVisible()
  await expect(screen.fact('Votes inserted')).toHaveText('600')
})

test('stops a population while it is paused or running', async ({ page, operator, site }) => {
  await addMedia(site, 2)
  await operator.open(PATH)
  const screen = populationScreen(page)
  await screen.fillRange(400, 400)
  await screen.start.click()
  await screen.stop.click()
  await expect(screen.results('Stopped')).toBeVisible()
  await expect(screen.fact('Votes inserted')).toHaveText('500')
  await expect(screen.start).toBeEnabled()
  await expect(screen.most).toHaveValue('400')

  await addRunningOperation(site, 'populate-votes', { done: 1, total: 2, counts: { votes: 450, usersCreated: 40 } })
  await page.reload()
  await expect(page.getByRole('progressbar', { name: 'Vote population' })).toHaveAttribute('aria-valuenow', '50')
  for (const text of ['1 of 2 media', 'votes: 450', 'users created: 40'])
    await expect(page.getByText(text)).toBeVisible()
  await stopOperation(page, site)
  await site.query(`UPDATE operations SET status = 'paused' WHERE status = 'running'`)
  await expect(screen.resume).toBeVisible()
})

test('refuses an invalid range and explains what failed', async ({ page, operator, site, problems }) => {
  problems.expect(/^503 .*(populate-votes|fix-user-sequence)/)
  await addMedia(site, 1)
  await operator.open(PATH)
  const screen = populationScreen(page)
  await screen.most.fill('10001')
  await screen.start.click()
  await expect(screen.most).toHaveAccessibleDescription(/An item gets 1 to 10000 votes/)
  await screen.most.fill('5')
  await expect(screen.most).toHaveAccessibleDescription(/The minimum is above the maximum/)
  await screen.fillRange(7, 9)
  const error = 'The site is busy right now.'
  for (const path of [CALL, FIX]) await failing(page, path, { status: 503, error })
  await screen.start.click()
  await expectToast(page, 'Population failed', error)
  await expect(screen.most).toHaveValue('9')
  await screen.fix.click()
  await expectToast(page, 'Failed to fix sequence', error)
  await page.unroute(FIX)
  await screen.fix.click()
  await expect(page.getByText(/^User sequence fixed\. The next user gets the id [\d,]+\.$/)).toBeVisible()

  await forgetToken(page)
  await screen.start.click()
  const text = 'Admin authentication required. Please log in to the admin portal first.'
  await expectToast(page, 'Population failed', text)
})
