import { expect, test } from '../support/fixtures.ts'
import { nudges } from '../support/nudge-screen.ts'
import { expectVotes, rateScreen } from '../support/rate-screen.ts'
import { addPhotos } from '../support/seeded-collection.ts'
import { dismissToast, expectToast } from '../support/toast.ts'

const VOTES = /\/api\/votes(\/|$|\?)/

test('an undo that fails is told, its item leaves the stage, and the vote stands', async ({ page, site, problems }) => {
  problems.expect(/^(409|500) .*\/api\/votes/)
  await addPhotos(site, 4)
  const rate = rateScreen(page)
  const { toast } = nudges(page)
  const first = await rate.open()
  await rate.hot.click()
  const second = await rate.shown(2)
  const votes = [{ key: first, isHot: true }]
  await expectVotes(site, votes)
  await site.query(`UPDATE votes SET created_at = created_at - interval '1 minute'`)
  await rate.undo.click()
  await expectToast(toast, 'Undo Failed', "It's too late to undo this vote.")
  expect(await rate.shown(2)).toBe(second)
  await expect(rate.undo).toBeHidden()
  await dismissToast(toast)

  await rate.not.click()
  await rate.shown(3)
  votes.push({ key: second, isHot: false })
  await expectVotes(site, votes)
  await page.route(VOTES, (route) => route.fulfill({ status: 500, body: 'broken' }))
  await rate.undo.click()
  const text = "We couldn't confirm the undo. If it worked, the photo will come up again."
  await expectToast(toast, 'Undo Failed', text)
  await rate.shown(3)
  await expectVotes(site, votes)
})

test('an undo whose answer was lost is sent again', async ({ page, site, problems }) => {
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
  await rate.undo.click()
  expect((await repeated).status()).toBe(404)
  expect(await rate.shown(1)).toBe(first)
  await expectVotes(site, [])
})

test('an undo that fails while another screen is shown takes its item off the stage', async ({
  page,
  site,
  problems,
}) => {
  problems.expect(/^429 .*\/api\/votes/)
  await addPhotos(site, 3)
  const rate = rateScreen(page)
  const { toast } = nudges(page)
  const first = await rate.open()
  await rate.hot.click()
  const second = await rate.shown(2)
  await expectVotes(site, [{ key: first, isHot: true }])
  const undo = Promise.withResolvers<void>()
  await page.route(VOTES, async (route) => {
    await undo.promise
    await route.fulfill({ status: 429, json: { error: 'Too many', message: 'Too many requests.' } })
  })
  await page.keyboard.press('z')
  expect(await rate.shown(1)).toBe(first)
  const to = (name: string) => page.getByRole('navigation').getByRole('link', { name }).click()
  await to('My Stats')
  await expect(rate.stage).toBeHidden()
  undo.resolve()
  await expectToast(toast, 'Undo Failed', 'Too many requests.')
  await to('Rate')
  expect(await rate.shown(2)).toBe(second)
  await expect(rate.item(1)).toBeHidden()
})
