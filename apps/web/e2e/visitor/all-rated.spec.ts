import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/fixtures.ts'
import { holdCalls } from '../support/held-calls.ts'
import { expectVotes, rateScreen } from '../support/rate-screen.ts'
import { addPhotos } from '../support/seeded-collection.ts'
import { expectToast } from '../support/toast.ts'

test("shows today's summary after the last item and continues with a new one", async ({ page, site }) => {
  await addPhotos(site, 3)
  await site.query('UPDATE media SET hot_votes = hot_votes + 2')
  // Starts a minute early, so the test's minute cannot reach a day unknown to the server.
  await page.clock.install({ time: Date.now() - 60_000 })
  const rate = rateScreen(page)
  await rate.open()
  // Keeps the last photo's exit animation running while the card appears.
  await page.addStyleTag({ content: '.leaves-not { animation-duration: 1000s }' })
  for (const [n, button] of [rate.hot, rate.hot, rate.not].entries()) {
    await rate.shown(n + 1)
    await page.clock.runFor(400)
    await button.click()
  }
  await expect(rate.allRated).toBeVisible()
  await expect(
    page.getByText('Today you rated 3 items, 67% of them Hot. You agreed with most others on 2 of 3.'),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Upload one of your own' })).toHaveAttribute('href', '/upload')

  await addPhotos(site, 1)
  await page.clock.runFor(30_000)
  await rate.shown(4)
  await expect(rate.allRated).toBeHidden()
  await expect(page.locator('.leaves-not')).toHaveCount(0)
  await page.clock.runFor(400)
  await rate.hot.click()
  await expect(rate.allRated).toBeVisible()
  await expect(page.getByText(/^Today you rated 4 items, 75% of them Hot/)).toBeVisible()
  await page.clock.fastForward('24:00:00')
  await expect(page.getByText(/^Today you rated/)).toBeHidden()
  await expect(rate.allRated).toBeVisible()
})

test('says how many rated items have no majority, so that the numbers add up', async ({ page, site }) => {
  await addPhotos(site, 2)
  await site.query('UPDATE media SET hot_votes = 2 WHERE id = (SELECT min(id) FROM media)')
  const rate = rateScreen(page)
  await rate.open()
  await rate.hot.click()
  await rate.shown(2)
  await rate.hot.click()
  await expect(rate.allRated).toBeVisible()
  await expect(page.getByText('on 1 of 1; the other one has no majority yet.')).toBeVisible()
})

test('undoes a vote from the end card', async ({ page, site, problems }) => {
  problems.expect(/ratings\?since/)
  await addPhotos(site, 1)
  const FIGURES = '**/api/users/*/ratings?*'
  await page.route(FIGURES, (route) => route.fulfill({ status: 503 }))
  const rate = rateScreen(page)
  const only = await rate.open()
  const expectCardWithoutFigures = async () => {
    await expect(rate.allRated).toBeVisible()
    await expectVotes(site, [{ key: only, isHot: true }])
    await expect(page.getByText('New photos will appear here automatically.')).toBeVisible()
    await expect(page.getByText(/Today you rated/)).toBeHidden()
  }
  await rate.hot.click()
  await expectCardWithoutFigures()
  await page.keyboard.press('z')
  expect(await rate.shown(1)).toBe(only)
  await expectVotes(site, [])
  await rate.hot.click()
  await expectCardWithoutFigures()
  await expectAccessible(page)

  await page.unroute(FIGURES)
  await rate.refresh.click()
  await expectToast(page.getByRole('region', { name: 'Notification' }).getByRole('listitem'), 'Still nothing new')
  await addPhotos(site, 1)
  await rate.refresh.click()
  const other = await rate.shown(2)
  const vote = await holdCalls(page, '**/api/votes')
  await rate.hot.click()
  await expect(rate.allRated).toBeVisible()
  const place = await rate.refresh.boundingBox()
  vote.release()
  await expect(page.getByText('Today you rated 2 items, 100% of them Hot.')).toBeVisible()
  expect(await rate.refresh.boundingBox()).toEqual(place)
  await expectVotes(site, [
    { key: only, isHot: true },
    { key: other, isHot: true },
  ])
  await rate.undo.press('Enter')
  expect(await rate.shown(2)).toBe(other)
  await expectVotes(site, [{ key: only, isHot: true }])
})
