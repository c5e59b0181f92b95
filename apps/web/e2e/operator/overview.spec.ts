import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { beforeMidnight } from '../../../api/test/app/soon.ts'
import { show } from '../support/browser-state.ts'
import { allAnswered, roundTrip } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { addTakedown } from '../support/operator-rows.ts'
import { expectToast } from '../support/operator-screens.ts'
import { seedMedia } from '../support/seeded-collection.ts'

const CALL = '**/api/admin/overview'
const plot = (page: Page, name: string) => page.getByRole('application', { name })

// Avoids midnight during a test, because a new day would change the screen.
test.beforeEach(beforeMidnight)

test('shows recent activity and open decisions with links', async ({ page, operator, site }) => {
  // The site counts its days every ten minutes, so rows may exist already.
  await site.query(
    `INSERT INTO daily_activity SELECT (now() AT TIME ZONE 'UTC')::date - n, 900 - n * 20, 400 - n * 5, 3 + n % 4 FROM generate_series(1, 29) n
     ON CONFLICT (day) DO UPDATE SET (hot_votes, not_votes, uploads) = ROW (excluded.hot_votes, excluded.not_votes, excluded.uploads)`,
  )
  await site.query(`INSERT INTO redirect_counts VALUES ((now() AT TIME ZONE 'UTC')::date, 'idle', 12)`)
  await site.query(`INSERT INTO audit_log (event, actor, context) VALUES ('MAIL_NOT_DELIVERED', 'system', '{}')`)
  await addTakedown(site, { hours: 51 })
  await seedMedia(site, 1)
  await site.query('UPDATE media SET hot_votes = 57, not_votes = 143')
  await operator.open('/adm')
  for (const [name, path] of [
    ['Urgent reports 0 None', '/adm/queue?kind=report'],
    ['Takedowns 1 overdue by 3 h', '/adm/dmca'],
    ['Uploads to review 0 None', '/adm/review'],
    ['Failed emails 1 In 30 days', '/adm/logs?eventType=MAIL_NOT_DELIVERED'],
    [/^Failed jobs 0/, '/adm/health'],
    ['Hot share 29%', '/adm/media'],
    ['Storage used 0 B', '/adm/bucket'],
  ] as const)
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', path)
  await expect(plot(page, 'Votes per day: 26,825 votes in 30 days')).toBeVisible()
  const votes = page.getByRole('figure').filter({ hasText: 'Votes per day' })
  await votes.getByText('Show as a table').click()
  await expect(votes.getByRole('row').nth(2)).toContainText('880395')
  const links = page.getByRole('navigation', { name: 'Admin' }).getByRole('link')
  for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 })
})

test('reads a plot by mouse and keys, and downloads its numbers', async ({ page, operator, site }) => {
  await site.query(
    `INSERT INTO redirect_counts SELECT (now() AT TIME ZONE 'UTC')::date - n, 'idle', 10 + n FROM unnest('{0,5,60}'::int[]) n`,
  )
  await operator.open('/adm')
  const redirects = page.getByRole('figure').filter({ hasText: 'Redirects per day' })
  await expect(plot(page, 'Redirects per day: 25 redirects in 30 days')).toBeVisible()
  await page.getByRole('button', { name: '90 days' }).click()
  await expect(page).toHaveURL('/adm?days=90')
  await expect(plot(page, 'Redirects per day: 95 redirects in 90 days')).toBeVisible()
  await page.getByRole('button', { name: '7 days' }).click()
  const week = plot(page, 'Redirects per day: 25 redirects in 7 days')
  const reading = redirects.getByRole('status')
  await week.focus()
  await expect(reading).toContainText('Redirects : 0')
  await week.press('ArrowRight')
  await expect(reading).toContainText('Redirects : 15')
  await week.hover({ position: { x: 60, y: 60 } })
  await expect(reading).toContainText('Redirects : 0')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Redirects per day as CSV' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('Redirects per day.csv')
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(lines).toHaveLength(9)
  expect(lines[0]).toBe('Day,Redirects')
  expect(lines[2]).toMatch(/,15$/)
  expect(lines[7]).toMatch(/,10$/)
})

test('keeps earlier numbers when a refresh fails', async ({ page, operator, site, problems }) => {
  problems.expect(/^500 .*\/api\/admin\/overview/)
  const refresh = page.getByRole('button', { name: 'Refresh' })
  const pending = (count: number) => page.getByRole('link', { name: `Takedowns ${count}` })
  await operator.open('/adm')
  await expect(page.getByText('No votes in the last 30 days')).toBeVisible()
  await expect(pending(0)).toBeVisible()
  const error = 'The site is busy right now.'
  await page.route(CALL, (route) => route.fulfill({ status: 500, json: { error, message: error } }))
  await refresh.click()
  await expectToast(page, 'Not up to date', error)
  await expect(pending(0)).toBeVisible()
  await page.unroute(CALL)
  await addTakedown(site)
  await refresh.click()
  await expect(pending(1)).toBeVisible()
})

test('polls while visible, but not in a hidden tab', async ({ page, operator, site }) => {
  const pending = (count: number) => page.getByRole('link', { name: `Takedowns ${count}` })
  await page.clock.install()
  await operator.open('/adm')
  await expect(pending(0)).toBeVisible()
  await addTakedown(site)
  await page.clock.fastForward(5000)
  await expect(pending(1)).toBeVisible()
  await show(page, 'hidden')
  await allAnswered(page)
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()))
  await page.clock.runFor(60_000)
  await roundTrip(page)
  expect(calls).toEqual([])
})
