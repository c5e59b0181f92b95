import type { Page } from '@playwright/test'
import { beforeMidnight } from '../../../api/test/app/soon.ts'
import { allAnswered } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { photo } from '../support/made-media.ts'
import type { Site } from '../support/running-site.ts'
import { statsScreen, uploadAs } from '../support/stats-screen.ts'

const story = (page: Page) => statsScreen(page).main.getByRole('region', { name: 'Activity' })
const news = (page: Page) => statsScreen(page).main.getByText(/new votes? /)

/** Ages all votes by a day, with the news last seen a day ago. */
const aDayPasses = (site: Site) =>
  site.query(`WITH seen AS (
    UPDATE users SET news_since = news_since - interval '1 day', news_seen_at = now() - interval '1 day'
    WHERE news_seen_at IS NOT NULL)
    UPDATE votes SET created_at = created_at - interval '1 day'`)
/** Ages all votes by a minute, because the news leaves out the most recent votes. */
const aMinutePasses = (site: Site) => site.query(`UPDATE votes SET created_at = created_at - interval '1 minute'`)

// Avoids midnight during a test, because a new day would change the screen.
test.beforeEach(beforeMidnight)

const open = async (page: Page) => {
  await statsScreen(page).open()
  await expect(story(page)).toBeVisible()
  await allAnswered(page)
}

test('shows votes since the last visit, and the best item once it has enough votes', async ({
  page,
  site,
  visitor,
}) => {
  const stats = statsScreen(page)
  const [item] = await uploadAs(page, await photo('beach.jpg'), await photo('other.jpg', undefined, 90))
  const voters = [await visitor(), await visitor(), await visitor(), await visitor()]
  await voters[0]?.vote(item?.id ?? 0, true)
  await aMinutePasses(site)
  await open(page)
  await expect(news(page)).toHaveText('1 new vote so far, 1 Hot')
  await aDayPasses(site)
  for (const [n, voter] of voters.entries()) if (n > 0) await voter.vote(item?.id ?? 0, n > 1)
  await aMinutePasses(site)
  for (const _ of ['at first', 'reloaded']) {
    await open(page)
    await expect(news(page)).toHaveText('3 new votes since yesterday, 2 Hot')
  }
  await expect(story(page).getByRole('img', { name: /^3 hot votes and 1 not vote in 30 days/ })).toBeVisible()
  // West of Greenwich the local date may be a day earlier.
  const [last] = await site.query<{ day: string }>(`SELECT to_char(now() AT TIME ZONE 'UTC', 'DD/Mon/YYYY') AS day`)
  await expect(story(page)).toContainText(`${last?.day} (UTC)`)
  await aDayPasses(site)
  await open(page)
  await expect(news(page)).toHaveCount(0)

  await expect(stats.card('beach.jpg')).toContainText('Early result')
  await expect(stats.card('other.jpg')).not.toContainText('Early result')
  await site.query('UPDATE media SET hot_votes = 1500, not_votes = 500 WHERE id = $1', [item?.id])
  await open(page)
  await expect(story(page)).toContainText('Your best so far75% Hot from 2,000 votes')
  await story(page).getByRole('button', { name: 'Open your best: beach.jpg' }).click()
  await expect(stats.details).toContainText('75%')
  await expect(stats.details).not.toContainText('Early result')
})
