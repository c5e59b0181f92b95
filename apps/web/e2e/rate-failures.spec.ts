import { expect, test } from './fixtures.ts'
import { film } from './made-media.ts'
import { goOffline } from './offline.ts'
import { expectVotes, keyOf, rateScreen, saveData, withoutFirstItem } from './rate-screen.ts'
import { roundTrip } from './round-trip.ts'
import { expectToast } from './toast.ts'

/** Files of items; the calls below `/api/media` are not among them. */
const FILES = /^[^?]*\/media\/.*-\w+\.\w+$/

test('a vote that never arrives says so and brings the item back', async ({ page, site, visitor, problems }) => {
  problems.expect(/ERR_FAILED/)
  await (await visitor()).uploadPhotos(3)
  const rate = rateScreen(page)
  const first = await rate.open()
  let sent = 0
  await page.route('**/api/votes', (route) => {
    sent += 1
    return route.abort()
  })
  await rate.hot.click()
  const toast = page.getByRole('region', { name: 'Notification' }).getByRole('listitem')
  await expectToast(toast, 'Vote Failed', 'Failed to submit vote')
  expect(await rate.shown(1)).toBe(first)
  // The first try and one repeat (`visitor.md §9`).
  expect(sent).toBe(2)
  await page.unroute('**/api/votes')
  await rate.not.click()
  await rate.shown(2)
  await expectVotes(site, [{ key: first, isHot: false }])
})

test('offline: the page says so, sends the votes once it is back, and goes on by itself', { tag: '@phone' }, async ({
  page,
  context,
  site,
  visitor,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|dynamically imported|ERR_FAILED .*\/media\//)
  await (await visitor()).uploadPhotos(4)
  const rate = rateScreen(page)
  await saveData(page)
  const first = await rate.open()
  await expect(rate.stage.locator('img:not([src^="data:"])')).toHaveCount(2)
  const banner = page.getByRole('status').filter({ hasText: 'You are offline.' })
  await goOffline(page)
  await expect(banner).toBeVisible()
  await rate.hot.click()
  await expect(rate.main).toContainText('Sent once you are back online')
  const second = await rate.shown(2)
  await rate.not.click()
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expect(rate.allRated).toBeHidden()
  // The file of the next item arrives; that of the item after it is held, to be cut off later.
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
  const { promise: isCut, resolve: cutOff } = Promise.withResolvers<void>()
  const passes = new Set([first, second])
  let isDown = true
  await page.route(FILES, async (route) => {
    const key = keyOf(route.request().url())
    if (passes.size < 3) passes.add(key)
    if (!isDown || passes.has(key)) return route.continue()
    hold()
    await isCut
    return route.abort()
  })
  await context.setOffline(false)
  await expect(banner).toBeHidden()
  const third = await rate.shown(3)
  expect([first, second]).not.toContain(third)
  await expectVotes(site, [
    { key: first, isHot: true },
    { key: second, isHot: false },
  ])
  await expect(page.getByRole('region', { name: 'Notification' }).getByRole('listitem')).toHaveCount(0)

  // A photo whose load the missing network cut off is not taken for broken: it is shown once the network is back.
  await isHeld
  const failed = page.waitForEvent('requestfailed', (request) => FILES.test(request.url()))
  await context.setOffline(true)
  await expect(banner).toBeVisible()
  cutOff()
  await failed
  await rate.skip.click()
  await expect(rate.item(4)).toBeVisible()
  await expect(rate.stage).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeHidden()
  isDown = false
  await context.setOffline(false)
  const fourth = await rate.shown(4)
  expect([first, second, third]).not.toContain(fourth)

  // The same for a screen whose code is loaded only now.
  await context.setOffline(true)
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /Upload/ })
    .click()
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Upload Media' })).toBeVisible()
})

test('a refused vote shows what the server said', async ({ page, site, visitor, problems }) => {
  problems.expect(/^404 .*\/api\/(votes|media)/)
  await (await visitor()).uploadPhotos(3)
  const rate = rateScreen(page)
  const removed = await rate.open()
  await expect.poll(() => site.query('SELECT 1 FROM views')).toHaveLength(1)
  await site.query(`WITH gone AS (DELETE FROM views) DELETE FROM media WHERE original_key LIKE '%' || $1 || '%'`, [
    removed,
  ])
  const refusal = page.waitForResponse('**/api/votes')
  await rate.hot.click()
  const { message } = await (await refusal).json()
  const toast = page.getByRole('region', { name: 'Notification' }).getByRole('listitem')
  await expectToast(toast, 'Vote Failed', message)
  // The deleted item does not come back; rating goes on with the others.
  for (const position of [2, 3]) {
    expect(await rate.shown(position)).not.toBe(removed)
    await rate.not.click()
  }
  await expect(rate.allRated).toBeVisible()
  await expect.poll(() => site.query('SELECT 1 FROM votes')).toHaveLength(2)
})

test('an item that was rated elsewhere does not come back', async ({ page, site, visitor, problems }) => {
  problems.expect(/^409 .*\/api\/votes/)
  await (await visitor()).uploadPhotos(2)
  const rate = rateScreen(page)
  const first = await rate.open()
  const second = await page.context().newPage()
  await second.goto('/')
  // The other window may start with either of the two items: it skips to the same one.
  const there = rateScreen(second)
  if ((await there.shown(1)) !== first) await there.skip.click()
  await expect.poll(async () => keyOf((await there.stage.getByRole('img').getAttribute('src')) ?? '')).toBe(first)
  await there.settled()
  const stored = second.waitForResponse('**/api/votes')
  await there.not.click()
  await stored
  await rate.hot.click()
  expect(await rate.shown(2)).not.toBe(first)
  await rate.hot.click()
  await expect(rate.allRated).toBeVisible()
  const sides = () => site.query<{ isHot: boolean }>('SELECT is_hot AS "isHot" FROM votes ORDER BY is_hot')
  await expect.poll(sides).toEqual([{ isHot: false }, { isHot: true }])
})

test('an item whose file does not load is skipped, a photo or a film', async ({ page, visitor, problems }) => {
  problems.expect(/ERR_FAILED .*\/media\//)
  const owner = await visitor()
  const [broken, good] = await owner.uploadPhotos(2)
  const brokenFilm = await owner.upload(await film('waves.mp4'))
  const brokenKey = keyOf(broken?.url ?? '')
  for (const key of [brokenKey, keyOf(brokenFilm.url)]) await page.route(`**/${key}-*`, (route) => route.abort())
  const rate = rateScreen(page)
  await page.goto('/')
  const image = rate.stage.getByRole('img')
  await expect(image).toHaveAttribute('src', new RegExp(keyOf(good?.url ?? '')))
  await rate.settled()
  const stored = page.waitForResponse('**/api/votes')
  await rate.hot.click()
  await stored
  // The only item left is broken: the page stops trying.
  await expect(rate.refresh.or(page.getByText('No Photos to Rate'))).toBeVisible()
  await page.unroute(`**/${brokenKey}-*`)
  await page.reload()
  await expect(image).toHaveAttribute('src', new RegExp(brokenKey))
})

test('after five photos in a row that do not load the page stops, and shows them once they do', async ({
  page,
  site,
  visitor,
  problems,
}) => {
  problems.expect(/ERR_FAILED .*\/media\//)
  await (await visitor()).uploadPhotos(8)
  const rate = rateScreen(page)
  let requests = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/media/random/')) requests += 1
  })
  await page.route(FILES, (route) => route.abort())
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'The photos do not load' })).toBeVisible()
  await roundTrip(page)
  expect(requests).toBeLessThanOrEqual(6)
  // No view is recorded of an item that was never shown.
  expect(await site.query('SELECT 1 FROM views')).toEqual([])
  await page.unroute(FILES)
  await rate.refresh.click()
  for (let voted = 1; voted <= 8; voted += 1) {
    await rate.settled()
    const stored = page.waitForResponse('**/api/votes')
    await rate.not.click()
    await stored
  }
  await expect(rate.allRated).toBeVisible()
})

test('a failing call for the next item is repeated once, then the page offers to try again', async ({
  page,
  visitor,
  problems,
}) => {
  problems.expect(/^500 .*\/api\/media\/random/, /ERR_FAILED .*\/api\/media\/random/)
  await (await visitor()).uploadPhotos(1)
  const rate = rateScreen(page)
  let asked = 0
  let failing = 2
  await page.route('**/api/media/random/**', (route) => {
    asked += 1
    if (asked > failing) return route.continue()
    return asked > 2 ? route.abort() : route.fulfill({ status: 500, body: 'broken' })
  })
  await withoutFirstItem(page)
  await page.goto('/')
  await expect(rate.allRated).toBeVisible()
  expect(asked).toBe(2)
  // Without an answer the page must not say that all is rated.
  failing = 4
  await rate.refresh.click()
  await expect(page.getByRole('heading', { name: 'The server did not answer' })).toBeVisible()
  await expect(rate.allRated).toBeHidden()
  failing = 5
  await rate.refresh.click()
  await rate.shown(1)
  expect(asked).toBeGreaterThan(failing)
})

test('an item of an unknown type that fails reloads the page, once', async ({ page, visitor, problems }) => {
  problems.expect(/^404 .*\/media\/none/)
  await (await visitor()).uploadPhotos(1)
  await page.route('**/api/media/random/**', async (route) => {
    const answer = await route.fetch()
    if (!answer.ok()) return route.fulfill({ response: answer })
    const item = await answer.json()
    return route.fulfill({ json: { ...item, mimeType: 'application/x-new', displayUrl: '/media/none.new' } })
  })
  let loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
  await withoutFirstItem(page)
  await page.goto('/')
  await expect.poll(() => loads).toBe(2)
  const rate = rateScreen(page)
  await expect(rate.refresh.or(page.getByText('No Photos to Rate'))).toBeVisible()
  expect(loads).toBe(2)
})

test('a viewer or keys that cannot be loaded are told, and the photo stays', async ({ page, visitor, problems }) => {
  problems.expect(/ERR_FAILED .*\/assets\//)
  await (await visitor()).uploadPhotos(1)
  const rate = rateScreen(page)
  const dialogs = /\/assets\/(viewer|keys)-dialog/
  await page.route(dialogs, (route) => route.abort())
  await rate.open()
  const toast = page.getByRole('region', { name: 'Notification' }).getByRole('listitem')
  const advice = 'Check your connection and try again.'
  await page.keyboard.press('?')
  await expectToast(toast, 'The list of keys could not be loaded', advice)
  await rate.stage.getByRole('button', { name: 'Open full screen' }).click()
  await expectToast(toast, 'The full screen view could not be loaded', advice)
  await rate.shown(1)
  await page.unroute(dialogs)
  await rate.stage.getByRole('button', { name: 'Open full screen' }).click()
  await expect(rate.viewer).toBeVisible()
})
