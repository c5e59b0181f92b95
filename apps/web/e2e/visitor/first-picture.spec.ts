import { allAnswered, roundTrip } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectVotes, keyOf, rateScreen } from '../support/rate-screen.ts'
import { holdScripts, isPainted, layoutShift, paintedItem } from '../support/rendering.ts'
import { addPhotos } from '../support/seeded-collection.ts'

test('shows the photo before any script and keeps it in place', async ({ page, site }) => {
  await addPhotos(site, 3)
  const rate = rateScreen(page)
  const scripts = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await isPainted(page)
  const before = await paintedItem(page).boundingBox()
  const key = keyOf((await paintedItem(page).getAttribute('src')) ?? '')
  scripts.release()
  expect(await rate.shown(1)).toBe(key)
  expect(await rate.item(1).boundingBox()).toEqual(before)
  expect(await layoutShift(page)).toBeLessThan(0.01)
  await rate.hot.click()
  await rate.shown(2)
  await expectVotes(site, [{ key, isHot: true }])
  await allAnswered(page)
  expect(await site.query('SELECT media_id FROM views')).toHaveLength(2)
})

test('reloads the page once when its script fails to load, then shows an error', async ({ page, site, problems }) => {
  problems.expect(/assets\/index-/)
  await addPhotos(site, 1)
  const code = /\/assets\/index-.*\.js$/
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1
  })
  await page.route(code, (route) => route.abort())
  await page.goto('/')
  const failure = page.getByRole('alert').filter({ hasText: 'This page could not be shown' })
  await expect(failure).toContainText('Load it again in a moment.')
  await roundTrip(page)
  expect(loads).toBe(2)
  await page.unroute(code)
  await failure.getByRole('button', { name: 'Reload' }).click()
  await rateScreen(page).shown(1)
})
