import type { Page } from '@playwright/test'
import { beforeMidnight } from '../../../api/test/make/midnight.ts'
import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/fixtures.ts'
import { photo } from '../support/made-media.ts'
import { expectKeyboardIn } from '../support/rate-screen.ts'
import { allAnswered, allDrawn } from '../support/requests-under-way.ts'
import type { Site } from '../support/running-site.ts'
import { statsScreen, uploadAs } from '../support/stats-screen.ts'

const story = (page: Page) => statsScreen(page).main.getByRole('region', { name: 'Activity' })

/** Ages all votes by a day, with the news last seen a day ago. */
const aDayPasses = (site: Site) =>
  site.query(`WITH seen AS (
    UPDATE users SET news_since = news_since - interval '1 day', news_seen_at = now() - interval '1 day'
    WHERE news_seen_at IS NOT NULL)
    UPDATE votes SET created_at = created_at - interval '1 day'`)
/** Ages all votes by a minute, so that their commits are long done. */
const aMinutePasses = (site: Site) => site.query(`UPDATE votes SET created_at = created_at - interval '1 minute'`)

// The screen names the day on which the test began.
test.beforeEach(beforeMidnight)

const open = async (page: Page) => {
  await statsScreen(page).open()
  await expect(story(page)).toBeVisible()
  await allAnswered(page)
}

test('what is new since the last visit stays when one reloads, and is told once', async ({ page, site, visitor }) => {
  const [item] = await uploadAs(page, await photo('beach.jpg'))
  const voters = [await visitor(), await visitor(), await visitor(), await visitor()]
  await voters[0]?.vote(item?.id ?? 0, true)
  await aMinutePasses(site)
  await open(page)
  await expect(story(page)).toContainText('1 new vote so far, 1 Hot')
  await aDayPasses(site)
  for (const [n, voter] of voters.entries()) if (n > 0) await voter.vote(item?.id ?? 0, n > 1)
  await aMinutePasses(site)
  for (const _ of ['at first', 'reloaded']) {
    await open(page)
    await expect(story(page)).toContainText('3 new votes since yesterday, 2 Hot')
  }
  await expect(story(page).getByRole('img', { name: /^3 hot votes and 1 not vote in 30 days/ })).toBeVisible()
  // West of Greenwich the local date may be a day earlier.
  const [last] = await site.query<{ day: string }>(`SELECT to_char(now() AT TIME ZONE 'UTC', 'DD/Mon/YYYY') AS day`)
  await expect(story(page)).toContainText(`${last?.day} (UTC)`)
  await expectAccessible(page)
  await aDayPasses(site)
  await open(page)
  await expect(story(page)).toContainText('No new votes since yesterday')
})

test('shows the cards without news and plot when those fail', async ({ page, context, site, visitor, problems }) => {
  problems.expect(/^50[03] .*\/(news|votes-per-day|stats\?.*)$/)
  const [item] = await uploadAs(page, await photo('beach.jpg'))
  await open(page)
  await page.route(/\/(news|votes-per-day)$/, (route) => route.fulfill({ status: 500 }))
  const stats = statsScreen(page)
  await stats.open()
  await expect(stats.cards).toHaveCount(1)
  await expect(story(page)).toContainText('could not be loaded')
  await page.unroute(/\/(news|votes-per-day)$/)
  await story(page).getByRole('button', { name: 'Try again' }).click()
  await expect(story(page)).toContainText('No votes in the last 30 days')
  await stats.thumbnail('beach.jpg').click()
  await expect(stats.details).toBeVisible()
  await allAnswered(page)
  const news = page.waitForResponse('**/api/users/*/news')
  await context.setOffline(true)
  await context.setOffline(false)
  await news
  await allDrawn(page)
  await expect(stats.details).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(story(page)).toContainText('New votes since your last visit')
  await allAnswered(page)

  await aDayPasses(site)
  await (await visitor()).vote(item?.id ?? 0, true)
  await aMinutePasses(site)
  const behind = await context.newPage()
  await behind.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => !document.body.dataset.looked })
  })
  const seen = () => site.query<{ at: string }>('SELECT news_seen_at AS at FROM users WHERE news_seen_at IS NOT NULL')
  const before = await seen()
  expect(before).toHaveLength(1)
  await page.route('**/api/users/*/stats*', (route) => route.fulfill({ status: 500 }))
  const told = page.waitForResponse('**/api/users/*/news')
  await page.goto('/stats')
  await expect(stats.main.getByText('No statistics available')).toBeVisible()
  await told
  await allAnswered(page)
  expect(await seen()).toEqual(before)
  await open(behind)
  await expect(story(behind)).toContainText('1 new vote since yesterday, 1 Hot')
  expect(await seen()).toEqual(before)
  await behind.evaluate(() => {
    document.body.dataset.looked = 'yes'
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(seen).not.toEqual(before)
})

test('the best item by what is certain, how many votes a percentage takes, and all votes a day', async ({
  page,
  site,
  visitor,
}) => {
  const stats = statsScreen(page)
  const [few, many] = await uploadAs(page, await photo('few.jpg'), await photo('many.jpg', undefined, 90))
  await (await visitor()).vote(few?.id ?? 0, true)
  await open(page)
  const needs = story(page).getByText('Needs 20 more votes')
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const lines = () => needs.evaluate((line) => Math.round(line.getBoundingClientRect().height / 20))
    await expect.poll(lines, `${width} px`).toBe(1)
    await expect(story(page).getByRole('button', { name: 'Share your best' })).toBeVisible()
  }

  await site.query('UPDATE media SET hot_votes = 1500, not_votes = 500 WHERE id = $1', [many?.id])
  await open(page)
  await expect(story(page)).toContainText('Your best so far75% Hot of 2,000 votes')
  await expect(stats.card('few.jpg')).toContainText('Needs 20 more votes')
  await expect(stats.card('many.jpg')).not.toContainText('Needs')
  await story(page).getByRole('button', { name: 'Open your best: many.jpg' }).click()
  await expect(stats.details).toContainText('75%')
  await expect(stats.details).not.toContainText('Needs')
  await expectKeyboardIn(stats.details)
  await page.keyboard.press('Escape')
  await stats.thumbnail('few.jpg').click()
  await expect(stats.details).toContainText('Needs 20 more votes until its percentage is right to within 20 points.')
  await expect(stats.details).toContainText('So far it may be anything from 21% to 100%.')
  // A pending call for the item's votes would be refused.
  await allAnswered(page)
  await stats.details.getByRole('button', { name: 'Delete image' }).click()
  await stats.question.getByRole('button', { name: 'Delete image' }).click()
  await expect(story(page)).toContainText('No votes in the last 30 days')
  await expect(story(page)).not.toContainText('Your best')
})
