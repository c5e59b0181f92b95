import { expect, test } from '../support/fixtures.ts'
import { holdCalls } from '../support/held-calls.ts'
import { rateScreen } from '../support/rate-screen.ts'
import { addPhotos } from '../support/seeded-collection.ts'

test('shows the result of a vote, says with whom the visitor voted, and announces it once', async ({ page, site }) => {
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
  await expect(rate.main.getByText('50% hot · 50% not · 4 votes')).toBeVisible()
  await expect(rate.main.getByText('50% agree', { exact: true })).toBeVisible()
  const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard)
  expect(heard.filter((text) => /\d% hot/.test(text)).filter((text, at, all) => text !== all[at - 1])).toEqual([
    'You voted Not. 50% hot, 50% not, 4 votes.',
  ])
})

test('where there are no votes yet, the box asks for the first one, which is felt', async ({ page, site }) => {
  await page.addInitScript(() => {
    const felt: unknown[] = []
    Object.assign(window, { felt })
    navigator.vibrate = (pattern) => felt.push(pattern) > 0
  })
  await addPhotos(site, 2)
  const rate = rateScreen(page)
  await rate.open()
  await expect(rate.stats).toHaveText('Be the first to vote')
  await rate.skip.click()
  await rate.shown(2)
  const felt = () => page.evaluate(() => (window as unknown as { felt: unknown[] }).felt.length)
  expect(await felt()).toBe(0)
  await rate.hot.click()
  await expect(rate.main.getByText('100% hot · 0% not · 1 vote')).toBeVisible()
  await expect(rate.main.getByText("You're the first", { exact: true })).toBeVisible()
  expect(await felt()).toBe(1)
})

test('a result whose code did not load is there after the next vote', async ({ page, site, problems }) => {
  problems.expect(/ERR_FAILED .*\/assets\//, /dynamically imported/)
  await addPhotos(site, 3)
  const rate = rateScreen(page)
  const code = /\/assets\/vote-result/
  await page.route(code, (route) => route.abort())
  await rate.open()
  const failed = page.waitForEvent('requestfailed', (request) => code.test(request.url()))
  await rate.hot.click()
  await failed
  await rate.shown(2)
  await expect(rate.undo).toHaveCount(0)
  await page.unroute(code)
  await rate.hot.click()
  await rate.shown(3)
  await expect(rate.undo).toBeVisible()
})
