import { goOffline } from '../support/browser-state.ts'
import { roundTrip } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { film } from '../support/made-media.ts'
import { expectVotes, keyOf, rateScreen, saveData, withoutFirstItem } from '../support/rate-screen.ts'
import { addPhotos } from '../support/seeded-collection.ts'
import { dismissToast, expectToast, NOT_LOADED } from '../support/toast.ts'

/** Matches files of items, but not calls below `/api/media`. */
const FILES = /^[^?]*\/media\/.*-\w+\.\w+$/

test('returns the item after a failed vote, unless it is gone or rated', async ({ page, site, problems }) => {
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

test('keeps votes while offline, sends them once online and continues by itself', async ({
  page,
  context,
  site,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|dynamically imported/)
  await addPhotos(site, 3)
  const rate = rateScreen(page)
  await saveData(page)
  const first = await rate.open()
  // With data saver, only one photo is prefetched.
  await rate.loaded(2)
  const banner = page.getByRole('status').filter({ hasText: 'You are offline.' })
  await goOffline(page)
  await expect(banner).toBeVisible()
  await rate.hot.click()
  await expect(rate.main).toContainText("Will be sent when you're back online")
  const second = await rate.shown(2)
  await rate.not.click()
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await context.setOffline(false)
  await expect(banner).toBeHidden()
  await rate.shown(3)
  await expectVotes(site, [
    { key: first, isHot: true },
    { key: second, isHot: false },
  ])

  // Screens are not prefetched with data saver on.
  await context.setOffline(true)
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /Upload/ })
    .click()
  const card = page.getByRole('alert').filter({ hasText: 'This page could not be shown' })
  await expect(card).toContainText("You're offline. This will load as soon as you're back online.")
  await expect(banner).toBeHidden()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Upload Media' })).toBeVisible()
})

test('opens screens offline that were never opened before', async ({ page, context, site, problems }) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  await addPhotos(site, 1)
  await rateScreen(page).open()
  // The takedown page is the last screen that is prefetched while the browser is idle.
  const fetched = () => performance.getEntriesByType('resource').some(({ name }) => name.includes('takedown-page'))
  await expect.poll(() => page.evaluate(fetched)).toBe(true)
  await context.setOffline(true)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /DMCA/ }).click()
  await expect(page.getByRole('heading', { name: 'DMCA Takedown', level: 1 })).toBeVisible()
})

test('continues rating after an outage that ended on another screen', async ({ page, context, site, problems }) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  await addPhotos(site, 3)
  const rate = rateScreen(page)
  await saveData(page)
  await rate.open()
  await rate.loaded(2)
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await navigation.getByRole('link', { name: /DMCA/ }).click()
  await navigation.getByRole('link', { name: /Rate/ }).click()
  await rate.settled()
  await goOffline(page)
  await rate.hot.click()
  await rate.shown(2)
  await rate.settled()
  await rate.hot.click()
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await navigation.getByRole('link', { name: /DMCA/ }).click()
  await expect(page.getByRole('heading', { name: 'DMCA Takedown', level: 1 })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('status').filter({ hasText: 'You are offline.' })).toBeHidden()
  await navigation.getByRole('link', { name: /Rate/ }).click()
  await rate.shown(3)
})

test('skips a photo or film whose file does not load', async ({ page, visitor, problems }) => {
  problems.expect(/ERR_FAILED .*\/media\//)
  const owner = await visitor()
  const [broken, good] = await owner.uploadPhotos(2)
  const brokenFilm = await owner.upload(await film('waves.mp4'))
  for (const key of [keyOf(broken?.url ?? ''), keyOf(brokenFilm.url)])
    await page.route(`**/${key}-*`, (route) => route.abort())
  const rate = rateScreen(page)
  await page.goto('/')
  const image = rate.stage.getByRole('img')
  await expect(image).toHaveAttribute('src', new RegExp(keyOf(good?.url ?? '')))
  await rate.settled()
  const stored = page.waitForResponse('**/api/votes')
  await rate.hot.click()
  await stored
  await expect(rate.refresh.or(page.getByText('No Photos to Rate'))).toBeVisible()
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

test('reloads the page once for a failing item of an unknown type', async ({ page, site, problems }) => {
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
  await page.goto('/')
  await expect.poll(() => loads).toBe(2)
  await expect(nothing).toBeVisible()
  expect(loads).toBe(2)
})

test('keeps the photo when the viewer or the list of keys fails to load', async ({ page, site, problems }) => {
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
