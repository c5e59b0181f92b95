import { expect, test } from './fixtures.ts'
import { holdCalls } from './held-calls.ts'
import { nudges } from './nudge-screen.ts'
import { expectVotes, rateScreen } from './rate-screen.ts'
import { allAnswered } from './requests-under-way.ts'
import { addPhotos } from './seeded-collection.ts'
import { dismissToast, expectToast } from './toast.ts'

const VOTES = /\/api\/votes(\/|$|\?)/

test('a vote that is the last one again is not announced', async ({ page, site, problems }) => {
  problems.expect(/^404 .*\/api\/votes/)
  await addPhotos(site, 4)
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
  await expect(spoken).not.toContainText('You voted')
})

test('a refused undo: a vote that nobody saw arrive is not called counted, one that was counted is one of the visit', async ({
  page,
  site,
  problems,
}) => {
  problems.expect(/ERR_FAILED .*\/api\/votes/, /^429 .*\/api\/votes/)
  await addPhotos(site, 4)
  const rate = rateScreen(page)
  const { toast, bubble } = nudges(page)
  await rate.open()
  // A vote that did not arrive makes its item one that may come again: the others are drawn before.
  await rate.loaded(4)
  await page.route(VOTES, (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 429, json: { error: 'Too many', message: 'Too many requests.' } })
      : route.fallback(),
  )
  const { promise: isCut, resolve: cutOff } = Promise.withResolvers<void>()
  await page.route('**/api/votes', async (route) => {
    await isCut
    return route.abort()
  })
  await rate.hot.click()
  await rate.shown(2)
  await page.keyboard.press('z')
  await rate.shown(1)
  cutOff()
  await expectToast(toast, 'Undo Failed', 'Too many requests.')
  const second = await rate.shown(2)
  await expect(page.getByText('You voted Hot', { exact: true })).toBeHidden()
  await expectVotes(site, [])
  await dismissToast(toast)
  await page.unroute('**/api/votes')

  await rate.hot.click()
  await expectVotes(site, [{ key: second, isHot: true }])
  const third = await rate.shown(3)
  const calls = await holdCalls(page, '**/api/votes')
  await rate.hot.click()
  await rate.shown(4)
  await page.keyboard.press('z')
  await rate.shown(3)
  await expect(bubble).toBeHidden()
  calls.release()
  await expectToast(toast, 'Undo Failed', 'Too many requests.')
  await rate.shown(4)
  await expect(rate.main).toContainText('Your vote is counted.')
  await expectVotes(site, [
    { key: second, isHot: true },
    { key: third, isHot: true },
  ])
  // It comes after two votes.
  await expect(bubble).toBeVisible()
})

test('an undo that fails while one is on another screen, and one of another visitor, who may have voted on the item, too', async ({
  page,
  context,
  site,
  problems,
}) => {
  problems.expect(/^429 .*\/api\/votes/, /^401 .*\/api\/(votes|media)/)
  await addPhotos(site, 3)
  const rate = rateScreen(page)
  const { toast } = nudges(page)
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
  await expectToast(toast, 'Undo Failed', 'Too many requests.')
  await to('Rate')
  // The item is not on the stage any more.
  expect(await rate.shown(2)).toBe(second)
  await expect(rate.item(1)).toBeHidden()
  await page.unroute(VOTES)
  await dismissToast(toast)

  await rate.hot.click()
  await rate.shown(3)
  const votes = [first, second].map((key) => ({ key, isHot: true }))
  await expectVotes(site, votes)
  const sent: string[] = []
  page.on('request', (request) => {
    if (VOTES.test(request.url())) sent.push(request.method())
  })
  // What is asked for by itself is not what is refused here.
  await allAnswered(page)
  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.keyboard.press('z')
  await expect(toast).toContainText('Undo Failed')
  // It is not sent again.
  await expect.poll(() => sent).toEqual(['DELETE'])
  await expectVotes(site, votes)
})

test('an undo that is refused, or at which the server fails twice, is told, and the vote stands; one whose answer was lost has happened', async ({
  page,
  site,
  problems,
}) => {
  problems.expect(/ERR_FAILED .*\/api\/votes/, /^(40[49]|500) .*\/api\/votes/)
  await addPhotos(site, 4)
  const rate = rateScreen(page)
  const toast = page.getByRole('region', { name: 'Notification' }).getByRole('listitem')
  const first = await rate.open()
  await rate.hot.click()
  const second = await rate.shown(2)
  const votes = [{ key: first, isHot: true }]
  await expectVotes(site, votes)
  await site.query(`UPDATE votes SET created_at = created_at - interval '1 minute'`)
  await rate.undo.click()
  await expectToast(toast, 'Undo Failed', 'It is too late to take this vote back.')
  expect(await rate.shown(2)).toBe(second)
  await expect(rate.main).toContainText('Your vote is counted.')
  await expect(rate.undo).toBeHidden()
  await expectVotes(site, votes)
  await dismissToast(toast)

  await rate.not.click()
  const third = await rate.shown(3)
  votes.push({ key: second, isHot: false })
  await expectVotes(site, votes)
  let sent = 0
  await page.route(VOTES, (route) => {
    sent += 1
    return route.fulfill({ status: 500, body: 'broken' })
  })
  await rate.undo.click()
  const text = 'No answer came. If your vote was taken back, the photo will come up again.'
  await expectToast(toast, 'Undo Failed', text)
  expect(sent).toBe(2)
  expect(await rate.shown(3)).toBe(third)
  await expectVotes(site, votes)
  await page.unroute(VOTES)

  await rate.not.click()
  await rate.shown(4)
  await expectVotes(site, [...votes, { key: third, isHot: false }])
  let isLost = true
  await page.route(VOTES, async (route) => {
    if (!isLost) return route.continue()
    isLost = false
    await route.fetch()
    return route.abort()
  })
  const repeated = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await rate.undo.click()
  expect((await repeated).status()).toBe(404)
  expect(await rate.shown(3)).toBe(third)
  await expectVotes(site, votes)
})
