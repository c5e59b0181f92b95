import { expect, test } from '../support/fixtures.ts'
import { expectVotes, rateScreen } from '../support/rate-screen.ts'
import { addPhotos } from '../support/seeded-collection.ts'
import { expectToast } from '../support/toast.ts'

test("shows today's summary after the last item and continues with a new item", async ({ page, site }) => {
  await addPhotos(site, 3)
  await site.query('UPDATE media SET hot_votes = 2 WHERE id > (SELECT min(id) FROM media)')
  // Starts the page's clock a minute early, so it cannot reach the server's next day.
  await page.clock.install({ time: Date.now() - 60_000 })
  const rate = rateScreen(page)
  await rate.open()
  for (const position of [1, 2, 3]) {
    await rate.shown(position)
    await page.clock.runFor(400)
    await rate.hot.click()
  }
  await expect(rate.allRated).toBeVisible()
  await expect(
    page.getByText(
      'Today you rated 3 items, 100% of them Hot. You agreed with most others on 2 of 2; the other one has no majority yet.',
    ),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Upload one of your own' })).toHaveAttribute('href', '/upload')

  await addPhotos(site, 1)
  await page.clock.runFor(30_000)
  await rate.shown(4)
  await expect(rate.allRated).toBeHidden()
  await page.clock.runFor(400)
  await rate.hot.click()
  await expect(rate.allRated).toBeVisible()
  await expect(page.getByText(/^Today you rated 4 items, 100% of them Hot/)).toBeVisible()
  await page.clock.fastForward('24:00:00')
  await expect(page.getByText(/^Today you rated/)).toBeHidden()
  await expect(rate.allRated).toBeVisible()
})

test('undoes a vote after the last item and looks for new items', async ({ page, site }) => {
  await addPhotos(site, 1)
  const rate = rateScreen(page)
  const only = await rate.open()
  await rate.hot.click()
  await expect(rate.allRated).toBeVisible()
  await expectVotes(site, [{ key: only, isHot: true }])
  await page.keyboard.press('z')
  expect(await rate.shown(1)).toBe(only)
  await expectVotes(site, [])
  await rate.not.click()
  await expect(rate.allRated).toBeVisible()
  await rate.refresh.click()
  await expectToast(page.getByRole('region', { name: 'Notification' }).getByRole('listitem'), 'Still nothing new')
  await addPhotos(site, 1)
  await rate.refresh.click()
  await rate.shown(2)
  await expectVotes(site, [{ key: only, isHot: false }])
})
