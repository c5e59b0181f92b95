import { holdCalls } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { rateScreen } from '../support/rate-screen.ts'
import { addPhotos } from '../support/seeded-collection.ts'

test('shows the result of a vote and announces it once', async ({ page, site }) => {
  await addPhotos(site, 2)
  await site.query('UPDATE media SET hot_votes = 2, not_votes = 1')
  const rate = rateScreen(page)
  await rate.open()
  const spoken = rate.main.locator('[aria-live=polite]')
  await spoken.evaluate((region: HTMLElement) => {
    const heard: string[] = []
    new MutationObserver(() => heard.push(region.firstElementChild?.textContent ?? '')).observe(region, {
      childList: true,
      characterData: true,
      subtree: true,
    })
    Object.assign(window, { heard })
  })
  const calls = await holdCalls(page, '**/api/votes')
  await rate.not.click()
  await expect(rate.main).toContainText('Counting your vote…')
  calls.release()
  await expect(rate.main.getByText('Not · 50% agree')).toBeVisible()
  const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard)
  expect(heard.filter((text) => /\d% hot/.test(text)).filter((text, at, all) => text !== all[at - 1])).toEqual([
    'You voted Not. 50% hot, 50% not, 4 votes.',
  ])
})
