import { expect, test } from '../support/fixtures.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { film, photo } from '../support/made-media.ts'
import { goOffline } from '../support/offline.ts'
import { expectVotes, keyOf, rateScreen, saveData, withoutFirstItem } from '../support/rate-screen.ts'
import { roundTrip } from '../support/round-trip.ts'
import { addPhotos } from '../support/seeded-collection.ts'
import { dismissToast, expectToast, NOT_LOADED } from '../support/toast.ts'
import { uploadScreen } from '../support/upload-screen.ts'

/** Files of items, without the calls below `/api/media`. */
const FILES = /^[^?]*\/media\/.*-\w+\.\w+$/

test('returns the item after a server failure, unless it is gone or rated', async ({ page, site, problems }) => {
  problems.expect(/^500 .*\/api\/votes/, /^404 .*\/api\/(votes|media)/, /^409 .*\/api\/votes/)
  await addPhotos(site, 4)
  const rate = rateScreen(page)
  const toast = page.getByRole('region', { name: 'Notification' }).getByRole('listitem')
  const first = await rate.open()
  let sent = 0
  await page.route('**/api/votes', (route) => {
    sent += 1
    return route.fulfill({ status: 500, body: 'broken' })
  })
  await rate.hot.click()
  await expectToast(toast, 'Vote Failed', 'Failed to submit vote')
  expect(await rate.shown(1)).toBe(first)
  expect(sent).toBe(1)
  await page.unroute('**/api/votes')
  await dismissToast(toast)
  await rate.not.click()
  const removed = await rate.shown(2)
  await expectVotes(site, [{ key: first, isHot: false }])

  await expect.poll(() => site.query('SELECT 1 FROM views')).toHaveLength(2)
  const which = `media WHERE original_key LIKE '%' || $1 || '%'`
  await site.query(`WITH gone AS (DELETE FROM views WHERE media_id = (SELECT id FROM ${which})) DELETE FROM ${which}`, [
    removed,
  ])
  // The previous vote's answer may still be pending.
  const answerOf = (status: number) =>
    page.waitForResponse((answer) => answer.url().endsWith('/api/votes') && answer.status() === status)
  const refusal = answerOf(404)
  await rate.hot.click()
  const { message } = await (await refusal).json()
  await expectToast(toast, 'Vote Failed', message)
  const third = await rate.shown(3)
  expect(third).not.toBe(removed)

  const [visitor] = await site.query<{ id: number }>('SELECT user_id::int AS id FROM votes')
  const [item] = await site.query<{ id: number }>(`SELECT id::int FROM ${which}`, [third])
  const elsewhere = { userId: visitor?.id, mediaId: item?.id, isHot: false }
  expect((await page.request.post('/api/votes', { data: elsewhere })).ok()).toBe(true)
  const answered = answerOf(409)
  await rate.hot.click()
  await answered
  const fourth = await rate.shown(4)
  expect([first, removed, third]).not.toContain(fourth)
  await rate.hot.click()
  await expect(rate.allRated).toBeVisible()
  await expectVotes(site, [
    { key: first, isHot: false },
    { key: third, isHot: false },
    { key: fourth, isHot: true },
  ])
})

test('offline: the page says so, sends the votes once it is back, and goes on by itself', { tag: '@phone' }, async ({
  page,
  context,
  site,
  problems,
  isMobile,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|dynamically imported|ERR_FAILED .*\/media\//)
  await addPhotos(site, 4)
  const rate = rateScreen(page)
  await saveData(page)
  const first = await rate.open()
  // With data saver, only one photo is prefetched.
  const photos = rate.stage.locator('img:not([src^="data:"])')
  await expect
    .poll(() =>
      photos.evaluateAll((all: HTMLImageElement[]) => all.filter(({ naturalWidth }) => naturalWidth > 0).length),
    )
    .toBe(2)
  const banner = page.getByRole('status').filter({ hasText: 'You are offline.' })
  await goOffline(page)
  await expect(photos).toHaveCount(2)
  await expect(banner).toBeVisible()
  await rate.hot.click()
  await expect(rate.main).toContainText("Will be sent when you're back online")
  const second = await rate.shown(2)
  if (isMobile) await rate.not.tap()
  else await rate.not.click()
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expect(rate.allRated).toBeHidden()
  // Lets the next item's file through and delays the one after it.
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
  expect(await layoutShift(page)).toBeLessThan(0.02)
  await expectVotes(site, [
    { key: first, isHot: true },
    { key: second, isHot: false },
  ])
  await expect(page.getByRole('region', { name: 'Notification' }).getByRole('listitem')).toHaveCount(0)

  if (isMobile) return
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

  await context.setOffline(true)
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /Upload/ })
    .click()
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Upload Media' })).toBeVisible()
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
  await expect(rate.refresh.or(page.getByText('No Photos to Rate'))).toBeVisible()
  await page.unroute(`**/${brokenKey}-*`)
  await page.reload()
  await expect(image).toHaveAttribute('src', new RegExp(brokenKey))
})

test('pauses after five photos that fail to load, then recovers', async ({ page, site, problems }) => {
  problems.expect(/ERR_FAILED .*\/media\//)
  await addPhotos(site, 7)
  const rate = rateScreen(page)
  let requests = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/media/random/')) requests += 1
  })
  await page.route(FILES, (route) => route.abort())
  await page.goto('/')
  await expect(page.getByRole('heading', { name: "Photos aren't loading" })).toBeVisible()
  await roundTrip(page)
  expect(requests).toBeLessThanOrEqual(6)
  expect(await site.query('SELECT 1 FROM views')).toEqual([])
  await page.unroute(FILES)
  for (let voted = 1; voted <= 3; voted += 1) {
    await rate.settled()
    const stored = page.waitForResponse('**/api/votes')
    await rate.not.click()
    await stored
  }
})

test('a failing call for the next item is repeated once, then the page offers to try again', async ({
  page,
  site,
  problems,
}) => {
  problems.expect(/^500 .*\/api\/media\/random/, /ERR_FAILED .*\/api\/media\/random/)
  await addPhotos(site, 1)
  const rate = rateScreen(page)
  const asked: string[] = []
  let failing = 2
  await page.route('**/api/media/random/**', (route) => {
    asked.push(new URL(route.request().url()).search)
    if (asked.length > failing) return route.continue()
    return asked.length > 2 ? route.abort() : route.fulfill({ status: 500, body: 'broken' })
  })
  await withoutFirstItem(page)
  await page.goto('/')
  await expect(rate.allRated).toBeVisible()
  expect(asked).toEqual(['', ''])
  failing = 4
  await rate.refresh.click()
  await expect(page.getByRole('heading', { name: "The server didn't answer" })).toBeVisible()
  await expect(rate.allRated).toBeHidden()
  failing = 5
  await rate.refresh.click()
  await rate.shown(1)
  expect(asked.length).toBeGreaterThan(failing)
})

test('an item of an unknown type that fails reloads the page, once', async ({ page, site, problems }) => {
  problems.expect(/^404 .*\/media\/none/)
  await addPhotos(site, 1)
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
  const rate = rateScreen(page)
  const nothing = rate.refresh.or(page.getByText('No Photos to Rate'))
  // The page does not reload while chosen files would be lost.
  const upload = uploadScreen(page)
  await upload.open()
  await upload.browse(await photo('chosen.jpg'))
  const screens = page.getByRole('navigation', { name: 'Main' })
  await screens.getByRole('link', { name: /^Rate/ }).click()
  await expect(nothing).toBeVisible()
  await screens.getByRole('link', { name: /^Upload/ }).click()
  await expect(upload.row('chosen.jpg')).toContainText('Pending')
  expect(loads).toBe(1)
  await page.goto('/')
  await expect.poll(() => loads).toBe(3)
  await expect(nothing).toBeVisible()
  expect(loads).toBe(3)
})

test('a viewer or keys that cannot be loaded are told, and the photo stays', async ({ page, site, problems }) => {
  problems.expect(/ERR_FAILED .*\/assets\//)
  await addPhotos(site, 1)
  const rate = rateScreen(page)
  const dialogs = /\/assets\/(viewer|keys)-dialog/
  await page.route(dialogs, (route) => route.abort())
  await rate.open()
  const toast = page.getByRole('region', { name: 'Notification' }).getByRole('listitem')
  await page.keyboard.press('?')
  await expectToast(toast, 'The list of keys could not be loaded', NOT_LOADED)
  await rate.stage.getByRole('button', { name: 'Open full screen' }).click()
  await expectToast(toast, 'The full screen view could not be loaded', NOT_LOADED)
  await rate.shown(1)
  await page.unroute(dialogs)
  await rate.stage.getByRole('button', { name: 'Open full screen' }).click()
  await expect(rate.viewer).toBeVisible()
})
