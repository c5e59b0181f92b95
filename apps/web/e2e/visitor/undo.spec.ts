import { pressTabTo } from '../support/accessible.ts'
import { goOffline } from '../support/browser-state.ts'
import { allAnswered, holdCalls } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { fingers } from '../support/gestures.ts'
import { expectVotes, rateScreen } from '../support/rate-screen.ts'
import { animationsEnded, layoutShift } from '../support/rendering.ts'
import { addPhotos } from '../support/seeded-collection.ts'
import { dismissToast, expectToast } from '../support/toast.ts'

const VOTES = /\/api\/votes(\/|$|\?)/

test('undoes the last vote by a tap, and only one vote by a double tap', {
  tag: '@phone-only',
}, async ({ page, site }) => {
  await addPhotos(site, 3)
  const rate = rateScreen(page)
  const first = await rate.open()
  await expect(rate.undo).toBeHidden()
  await rate.hot.click()
  const second = await rate.shown(2)
  await expectVotes(site, [{ key: first, isHot: true }])
  await rate.undo.tap()
  expect(await rate.shown(1)).toBe(first)
  await expect(rate.undo).toBeHidden()
  await expectVotes(site, [])
  expect(await layoutShift(page)).toBeLessThan(0.02)
  await rate.not.click()
  expect(await rate.shown(2)).toBe(second)
  await expectVotes(site, [{ key: first, isHot: false }])

  await rate.hot.click()
  await rate.shown(3)
  await expect(rate.undo).toBeVisible()
  await animationsEnded(page)
  const { x = 0, y = 0 } = (await rate.undo.boundingBox()) ?? {}
  await (await fingers(page)).doubleTap({ x: x + 20, y: y + 20 })
  expect(await rate.shown(2)).toBe(second)
  await expectVotes(site, [{ key: first, isHot: false }])
})

test('takes back two votes by key, but not a third', async ({ page, site }) => {
  await addPhotos(site, 4)
  const rate = rateScreen(page)
  const first = await rate.open()
  await rate.hot.click()
  const second = await rate.shown(2)
  await rate.tabToLastVote()
  await pressTabTo(page, rate.undo)
  await page.keyboard.press('Enter')
  await rate.shown(1)
  const spoken = page.getByRole('main').locator('[aria-live=polite]')
  await expect(spoken.filter({ hasText: 'Vote on photo 1 undone.' })).toHaveCount(1)
  await expectVotes(site, [])

  await pressTabTo(page, rate.not)
  await page.keyboard.press('Enter')
  await rate.shown(2)
  await page.keyboard.press('z')
  await rate.shown(1)
  await expect(rate.not).toBeFocused()
  await expect(spoken.filter({ hasText: 'Vote on photo 1 undone.' })).toHaveCount(1)
  await expectVotes(site, [])

  await page.keyboard.press('ArrowRight')
  expect(await rate.shown(2)).toBe(second)
  await page.keyboard.press('ArrowRight')
  const third = await rate.shown(3)
  await page.keyboard.press('ArrowRight')
  const fourth = await rate.shown(4)
  await page.keyboard.press('z')
  expect(await rate.shown(3)).toBe(third)
  await page.keyboard.press('Z')
  expect(await rate.shown(2)).toBe(second)
  await expect(rate.undo).toBeHidden()
  await page.keyboard.press('z')
  expect(await rate.shown(2)).toBe(second)
  await expectVotes(site, [{ key: first, isHot: true }])
  await page.keyboard.press('ArrowLeft')
  expect(await rate.shown(3)).toBe(third)
  await page.keyboard.press('ArrowLeft')
  expect(await rate.shown(4)).toBe(fourth)
  await expectVotes(site, [
    { key: first, isHot: true },
    { key: second, isHot: false },
    { key: third, isHot: false },
  ])
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Undo last vote')
})

test('undoes a vote after a return to the screen, even if it is unsent', async ({ page, site }) => {
  await addPhotos(site, 3)
  const rate = rateScreen(page)
  const to = (name: string) => page.getByRole('navigation').getByRole('link', { name }).click()
  const first = await rate.open()
  await rate.hot.click()
  const second = await rate.shown(2)
  await expectVotes(site, [{ key: first, isHot: true }])
  await to('My Stats')
  await expect(rate.stage).toBeHidden()
  await to('Rate')
  expect(await rate.shown(2)).toBe(second)
  await page.keyboard.press('z')
  expect(await rate.shown(1)).toBe(first)
  await expectVotes(site, [])

  const votes = await holdCalls(page, VOTES)
  await rate.not.click()
  await rate.shown(2)
  await to('My Stats')
  await expect(rate.stage).toBeHidden()
  votes.release()
  await expectVotes(site, [{ key: first, isHot: false }])
  await to('Rate')
  await rate.shown(2)
  await expect(rate.main).toContainText("Not · You're the first")
  await rate.takeBack()
  expect(await rate.shown(1)).toBe(first)
  await expectVotes(site, [])
})

test('collapses the last vote after 5 s, reopens it and ends the undo after 30 s', async ({ page, site }) => {
  await addPhotos(site, 3)
  const rate = rateScreen(page)
  await page.clock.install()
  const first = await rate.open()
  await rate.loaded(3)
  await page.clock.pauseAt(Date.now() + 60_000)
  await rate.hot.click()
  await page.clock.runFor(1000)
  await expect(rate.main.getByText("Hot · You're the first")).toBeVisible()
  await page.mouse.move(0, 0)
  await page.clock.runFor(5000)
  await expect(rate.undo).toBeHidden()
  await rate.lastVote.click()
  await page.clock.runFor(23_900)
  await expect(rate.undo).toBeVisible()
  await page.clock.runFor(100)
  await expect(rate.undo).toBeHidden()
  await page.keyboard.press('z')
  await rate.shown(2)
  await expectVotes(site, [{ key: first, isHot: true }])
})

test('sends votes and undos in order and only once', async ({ page, site, problems }) => {
  problems.expect(/ERR_FAILED .*\/api\/votes/, /^404 .*\/api\/votes/)
  await addPhotos(site, 3)
  const rate = rateScreen(page)
  const first = await rate.open()
  const sent: string[] = []
  page.on('request', (request) => {
    if (VOTES.test(request.url())) sent.push(request.method())
  })
  const calls = await holdCalls(page, VOTES)
  await rate.hot.click()
  await rate.shown(2)
  await page.keyboard.press('z')
  expect(await rate.shown(1)).toBe(first)
  await page.keyboard.press('ArrowLeft')
  const second = await rate.shown(2)
  await expect.poll(() => sent).toEqual(['POST'])
  calls.release()
  await expectVotes(site, [{ key: first, isHot: false }])
  await expect.poll(() => sent).toEqual(['POST', 'DELETE', 'POST'])
  await expect(page.getByText("Not · You're the first")).toBeVisible()

  await page.unroute(VOTES)
  sent.length = 0
  const { promise: isCut, resolve: cutOff } = Promise.withResolvers<void>()
  await page.route(VOTES, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await isCut
    return route.abort()
  })
  await rate.hot.click()
  await rate.shown(3)
  const gone = page.waitForResponse(VOTES)
  await page.keyboard.press('z')
  cutOff()
  expect((await gone).status()).toBe(404)
  expect(await rate.shown(2)).toBe(second)
  await expect.poll(() => sent).toEqual(['POST', 'DELETE'])
  await expect(page.getByRole('region', { name: 'Notification' }).getByRole('listitem')).toHaveCount(0)
  await expectVotes(site, [{ key: first, isHot: false }])
})

test('never sends a vote that was undone while offline', async ({ page, context, site, problems }) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/, /^404 .*\/api\/votes/)
  await addPhotos(site, 3)
  const rate = rateScreen(page)
  const first = await rate.open()
  await expect(rate.stage.locator('img:not([src^="data:"])')).toHaveCount(3)
  await allAnswered(page)
  await goOffline(page)
  await rate.hot.click()
  await expect(rate.main).toContainText("Will be sent when you're back online")
  const second = await rate.shown(2)
  await rate.takeBack()
  expect(await rate.shown(1)).toBe(first)
  await rate.not.click()
  expect(await rate.shown(2)).toBe(second)
  const sent: string[] = []
  page.on('request', (request) => {
    if (VOTES.test(request.url())) sent.push(request.method())
  })
  await context.setOffline(false)
  await expectVotes(site, [{ key: first, isHot: false }])
  await expect.poll(() => sent).toEqual(['DELETE', 'POST'])
})

test('keeps the vote and removes its item when an undo fails', async ({ page, site, problems }) => {
  problems.expect(/^(409|500) .*\/api\/votes/)
  await addPhotos(site, 4)
  const rate = rateScreen(page)
  const toast = page.getByRole('region', { name: 'Notification' }).getByRole('listitem')
  const first = await rate.open()
  await rate.hot.click()
  const second = await rate.shown(2)
  const votes = [{ key: first, isHot: true }]
  await expectVotes(site, votes)
  await site.query(`UPDATE votes SET created_at = created_at - interval '1 minute'`)
  await rate.takeBack()
  await expectToast(toast, 'Undo Failed', "It's too late to undo this vote.")
  expect(await rate.shown(2)).toBe(second)
  await expect(rate.undo).toBeHidden()
  await dismissToast(toast)

  await rate.not.click()
  await rate.shown(3)
  votes.push({ key: second, isHot: false })
  await expectVotes(site, votes)
  await page.route(VOTES, (route) => route.fulfill({ status: 500, body: 'broken' }))
  await rate.takeBack()
  const text = "We couldn't confirm the undo. If it worked, the photo will come up again."
  await expectToast(toast, 'Undo Failed', text)
  await rate.shown(3)
  await expectVotes(site, votes)
})

test('repeats an undo whose answer was lost', async ({ page, site, problems }) => {
  problems.expect(/ERR_FAILED .*\/api\/votes/, /^404 .*\/api\/votes/)
  await addPhotos(site, 2)
  const rate = rateScreen(page)
  const first = await rate.open()
  await rate.hot.click()
  await rate.shown(2)
  await expectVotes(site, [{ key: first, isHot: true }])
  let isLost = true
  await page.route(VOTES, async (route) => {
    if (!isLost) return route.continue()
    isLost = false
    await route.fetch()
    return route.abort()
  })
  const repeated = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await rate.takeBack()
  expect((await repeated).status()).toBe(404)
  expect(await rate.shown(1)).toBe(first)
  await expectVotes(site, [])
})
