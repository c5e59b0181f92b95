import { beforeMidnight } from '../../../api/test/make/midnight.ts'
import { expectAccessible } from '../support/accessible.ts'
import { addTakedown } from '../support/admin-takedowns-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import type { Site } from '../support/running-site.ts'
import { seedMedia } from '../support/seeded-collection.ts'

const CALL = '**/api/admin/overview'

const fill = async (site: Site) => {
  // The site counts its days every ten minutes, so rows may exist already.
  await site.query(
    `INSERT INTO daily_activity SELECT (now() AT TIME ZONE 'UTC')::date - n, 900 - n * 20, 400 - n * 5, 3 + n % 4 FROM generate_series(1, 29) n
     ON CONFLICT (day) DO UPDATE SET (hot_votes, not_votes, uploads) = ROW (excluded.hot_votes, excluded.not_votes, excluded.uploads)`,
  )
  await site.query(`INSERT INTO redirect_counts VALUES ((now() AT TIME ZONE 'UTC')::date, 'idle', 12)`)
  await addTakedown(site)
}

// The screen shows the day on which the test began.
test.beforeEach(beforeMidnight)

test('shows what happened and what waits; numbers lead there', { tag: '@phone' }, async ({
  page,
  operator,
  site,
  problems,
}) => {
  problems.expect(/^404 .*\/media\//)
  await fill(site)
  await seedMedia(site, 1)
  await site.query('UPDATE media SET hot_votes = 57, not_votes = 143')
  await site.query(
    `INSERT INTO audit_log (event, actor, context) VALUES ('MAIL_NOT_DELIVERED', 'system', '{"reason": "smtp EENVELOPE, command RCPT TO, answer 550", "takedownId": 1}')`,
  )
  await operator.open('/adm')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
  await expect(page.getByText('1 mail of the last 30 days did not arrive.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'See the audit log for details' })).toHaveAttribute(
    'href',
    '/adm/logs?eventType=MAIL_NOT_DELIVERED',
  )
  await expect(page.getByRole('link', { name: 'Pending takedowns 1' })).toHaveAttribute('href', '/adm/dmca')
  await expect(page.getByRole('link', { name: 'Hot share 29 %' })).toHaveAttribute('href', '/adm/media')
  await expect(page.getByRole('link', { name: /^Redirects fired 12/ })).toHaveAttribute('href', '/adm/traffic-handlers')
  await expect(page.getByRole('link', { name: /^Jobs waiting/ })).toHaveAttribute('href', '/adm/health')
  await expect(page.getByRole('link', { name: 'Storage used 0 B' })).toHaveAttribute('href', '/adm/bucket')
  await expect(page.getByRole('img', { name: 'Votes per day: 26,825 votes in 30 days' })).toBeVisible()
  const votes = page.getByRole('figure').filter({ hasText: 'Votes per day' })
  for (const summary of await page.getByText('Show as a table').all()) await summary.click()
  await expect(votes.getByRole('row')).toHaveCount(31)
  await expect(votes.getByRole('row').nth(2)).toContainText('880395')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Uploads per day' }).click()
  await expect(page).toHaveURL('/adm/media')
})

test('shows an empty site and keeps old numbers when a refresh fails', async ({ page, operator, site, problems }) => {
  problems.expect(/^50[03] .*\/api\/admin\/overview/, /ERR_FAILED .*day-bars/, /Failed to fetch dynamically/)
  const error = 'The site is busy right now.'
  const fail = () => page.route(CALL, (route) => route.fulfill({ status: 500, json: { error, message: error } }))
  const refresh = page.getByRole('button', { name: 'Refresh' })
  await fail()
  await operator.open('/adm')
  await expect(page.getByRole('alert')).toContainText(error)
  await page.unroute(CALL)
  await page.getByRole('button', { name: 'Try again' }).click()
  for (const noun of ['votes', 'uploads', 'redirects'])
    await expect(page.getByText(`No ${noun} in the last 30 days`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Hot share –' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pending takedowns 0' })).toBeVisible()
  await page.route('**/day-bars-*.js', (route) => route.abort())
  await fill(site)
  await refresh.click()
  await expect(page.getByRole('link', { name: 'Pending takedowns 1' })).toBeVisible()
  const votes = page.getByRole('figure').filter({ hasText: 'Votes per day' })
  await expect(votes.getByRole('alert')).toContainText("We couldn't load the chart.")
  await expect(votes.getByText('Show as a table')).toBeVisible()
  await page.unroute('**/day-bars-*.js')
  const failed = await page.getByRole('button', { name: 'Try again' }).all()
  for (const plot of failed.toReversed()) await plot.press('Enter')
  await expect(page.getByRole('alert')).toHaveCount(0)

  await fail()
  await refresh.click()
  await expect(page.getByRole('alert')).toHaveText(
    /^The overview could not be refreshed\. These are the numbers of .*\d.*\. The site is busy right now\.$/,
  )
  await expect(page.getByRole('link', { name: 'Pending takedowns 1' })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Votes per day/ })).toBeVisible()
  await page.unroute(CALL)
  await addTakedown(site)
  await refresh.click()
  await expect(page.getByRole('link', { name: 'Pending takedowns 2' })).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
})

test('the whole menu is visible on a screen of 1440 by 900', async ({ page, operator }) => {
  await operator.open('/adm')
  const links = page.getByRole('navigation', { name: 'Admin' }).getByRole('link')
  await expect(links.first()).toBeVisible()
  for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 })
})
