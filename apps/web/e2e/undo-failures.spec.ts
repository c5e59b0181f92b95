import { expect, test } from './fixtures.ts'
import { holdCalls } from './held-calls.ts'
import { nudges } from './nudge-screen.ts'
import { expectVotes, rateScreen } from './rate-screen.ts'
import { expectToast } from './toast.ts'

const VOTES = /\/api\/votes(\/|$|\?)/

test('a vote that is the last one again neither takes the keyboard along nor is announced', async ({
  page,
  visitor,
  problems,
}) => {
  problems.expect(/^404 .*\/api\/votes/)
  await (await visitor()).uploadPhotos(4)
  const rate = rateScreen(page)
  const spoken = page.getByRole('main').locator('[aria-live=polite]')
  await rate.open()
  await rate.not.focus()
  await page.keyboard.press('Enter')
  await rate.shown(2)
  await expect(spoken).toContainText('You voted Not. 0% hot, 100% not, 1 vote.')

  await page.route(VOTES, (route) =>
    route.fulfill({ status: 404, json: { code: 'not_found', error: 'Not found', message: 'This photo is gone.' } }),
  )
  await rate.hot.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('You voted Not', { exact: true })).toBeVisible()
  await rate.shown(3)
  await expect(rate.hot).toBeFocused()
  await expect(spoken).not.toContainText('You voted')
  await page.unroute(VOTES)

  await page.keyboard.press('Enter')
  await rate.shown(4)
  await expect(spoken).toContainText('You voted Hot.')
  await rate.skip.focus()
  await page.keyboard.press('z')
  await rate.shown(3)
  await expect(spoken).toContainText('Your vote on Photo 3 is taken back.')
  await page.keyboard.press('Enter')
  await rate.shown(4)
  await expect(rate.skip).toBeFocused()
  await expect(spoken).not.toContainText('You voted')
})

test('a vote that nobody saw arrive is not called counted where its undo is refused', async ({
  page,
  site,
  visitor,
  problems,
}) => {
  problems.expect(/ERR_FAILED .*\/api\/votes/, /^429 .*\/api\/votes/)
  await (await visitor()).uploadPhotos(2)
  const rate = rateScreen(page)
  await rate.open()
  const { promise: isCut, resolve: cutOff } = Promise.withResolvers<void>()
  await page.route(VOTES, async (route) => {
    if (route.request().method() === 'DELETE')
      return route.fulfill({ status: 429, json: { error: 'Too many', message: 'Too many requests.' } })
    await isCut
    return route.abort()
  })
  await rate.hot.click()
  await rate.shown(2)
  await page.keyboard.press('z')
  await rate.shown(1)
  cutOff()
  const toast = page.getByRole('region', { name: 'Notification' }).getByRole('listitem')
  await expectToast(toast, 'Undo Failed', 'Too many requests.')
  await rate.shown(2)
  await expect(page.getByText('You voted Hot', { exact: true })).toBeHidden()
  await expectVotes(site, [])
})

test('a vote that was counted after its undo, which then failed, is one of the visit', async ({
  page,
  site,
  visitor,
  problems,
}) => {
  problems.expect(/^429 .*\/api\/votes/)
  await (await visitor()).uploadPhotos(3)
  const rate = rateScreen(page)
  const first = await rate.open()
  await rate.hot.click()
  await expectVotes(site, [{ key: first, isHot: true }])
  const second = await rate.shown(2)
  await page.route(VOTES, (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 429, json: { error: 'Too many', message: 'Too many requests.' } })
      : route.fallback(),
  )
  const calls = await holdCalls(page, '**/api/votes')
  await rate.hot.click()
  await rate.shown(3)
  await page.keyboard.press('z')
  await rate.shown(2)
  calls.release()
  const { toast, bubble } = nudges(page)
  await expectToast(toast, 'Undo Failed', 'Too many requests.')
  await rate.shown(3)
  await expect(rate.main).toContainText('Your vote is counted.')
  await expectVotes(site, [
    { key: first, isHot: true },
    { key: second, isHot: true },
  ])
  // It comes after two votes.
  await expect(bubble).toBeVisible()
})

test('an undo is not sent again for another visitor, who may have voted on the item, too', async ({
  page,
  context,
  site,
  visitor,
  problems,
}) => {
  problems.expect(/^401 .*\/api\/(votes|media)/)
  await (await visitor()).uploadPhotos(2)
  const rate = rateScreen(page)
  const first = await rate.open()
  await rate.hot.click()
  await rate.shown(2)
  await expectVotes(site, [{ key: first, isHot: true }])
  const sent: string[] = []
  page.on('request', (request) => {
    if (VOTES.test(request.url())) sent.push(request.method())
  })
  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.keyboard.press('z')
  await expect(nudges(page).toast).toContainText('Undo Failed')
  await expect.poll(() => sent).toEqual(['DELETE'])
  await expectVotes(site, [{ key: first, isHot: true }])
})

test('an undo that fails while one is on another screen: the item is not on the stage any more', async ({
  page,
  site,
  visitor,
  problems,
}) => {
  problems.expect(/^429 .*\/api\/votes/)
  await (await visitor()).uploadPhotos(3)
  const rate = rateScreen(page)
  const first = await rate.open()
  await rate.hot.click()
  const second = await rate.shown(2)
  await expectVotes(site, [{ key: first, isHot: true }])
  const { promise: isLeft, resolve: leave } = Promise.withResolvers<void>()
  await page.route(VOTES, async (route) => {
    await isLeft
    await route.fulfill({ status: 429, json: { error: 'Too many', message: 'Too many requests.' } })
  })
  await page.keyboard.press('z')
  expect(await rate.shown(1)).toBe(first)
  const to = (name: string) => page.getByRole('navigation').getByRole('link', { name }).click()
  await to('My Stats')
  await expect(rate.stage).toBeHidden()
  leave()
  await expectToast(nudges(page).toast, 'Undo Failed', 'Too many requests.')
  await to('Rate')
  expect(await rate.shown(2)).toBe(second)
  await expect(rate.item(1)).toBeHidden()
})
