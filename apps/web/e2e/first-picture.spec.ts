import type { Page } from '@playwright/test'
import { holdScripts, isPainted } from './first-photo.ts'
import { expect, test } from './fixtures.ts'
import { layoutShift } from './layout-shift.ts'
import { ownFontIsThere } from './own-font.ts'
import { expectVotes, keyOf, rateScreen, screenIsThere } from './rate-screen.ts'
import { allAnswered } from './requests-under-way.ts'
import { addPhotos } from './seeded-collection.ts'

/** The questions for an item, as they are asked: what they exclude. */
const questionsOf = (page: Page) => {
  const excluded: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/media/random/')) excluded.push(search)
  })
  return excluded
}

test('the photo is there before any script, and stays where it is when they come; the vote on it counts', {
  tag: '@phone',
}, async ({ page, site }) => {
  await addPhotos(site, 3)
  const rate = rateScreen(page)
  const asked = questionsOf(page)
  const scripts = await holdScripts(page)
  await page.goto('/')
  await isPainted(page)
  await ownFontIsThere(page)
  const boxes = async () => [
    await rate.stage.boundingBox(),
    await rate.hot.boundingBox(),
    await rate.stats.boundingBox(),
  ]
  const before = await boxes()
  const key = keyOf((await rate.item(1).getAttribute('src')) ?? '')
  // Before its script is there, the vote alone does anything, and no other button says that it would.
  await expect(rate.hot).toBeEnabled()
  await expect(rate.not).toBeEnabled()
  await expect(page.getByRole('button', { disabled: true }).and(rate.skip)).toBeVisible()
  await expect(page.getByRole('button', { disabled: false })).toHaveCount(2)
  await expect(page.getByRole('radio', { disabled: false })).toHaveCount(0)
  scripts.release()
  expect(await rate.shown(1)).toBe(key)
  await expect(rate.skip).toBeEnabled()
  expect(await boxes()).toEqual(before)
  expect(await layoutShift(page)).toBeLessThan(0.01)
  await rate.hot.click()
  await rate.shown(2)
  await expectVotes(site, [{ key, isHot: true }])
  await allAnswered(page)
  expect(await site.query('SELECT media_id FROM views')).toHaveLength(2)
  // The first one was not asked for.
  expect(asked[0]).toMatch(/^\?exclude=\d+$/)
})

test('without JavaScript the photo is shown, and the links lead on', async ({ browser, baseURL, site }) => {
  await addPhotos(site, 1)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto('/')
  await expect(rateScreen(page).item(1)).toBeVisible()
  await page.getByRole('link', { name: 'Upload Media' }).click()
  await expect(page).toHaveURL('/upload')
  await context.close()
})

test('who is logged out, or is known without the cookie, is shown no photo of the page', async ({
  page,
  context,
  site,
}) => {
  await addPhotos(site, 2)
  const rate = rateScreen(page)
  await rate.openAtRest()
  await context.clearCookies()
  const scripts = await holdScripts(page)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await expect(page.locator('html')).toHaveAttribute('data-first', 'dropped')
  await expect(rate.item(1)).toBeHidden()
  scripts.release()
  await rate.shown(1)
  await page.evaluate(() => localStorage.setItem('hotvote-logged-out', 'true'))
  await page.reload()
  await expect(page.getByRole('dialog', { name: 'Welcome Back' })).toBeVisible()
  await expect(rate.stage).toHaveCount(0)
})

test('it is taken once: coming back to the screen goes on where it was left, coming back to the page asks anew', async ({
  page,
  site,
}) => {
  await addPhotos(site, 3)
  const rate = rateScreen(page)
  const asked = questionsOf(page)
  const first = await rate.open()
  await rate.hot.click()
  const second = await rate.shown(2)
  await expectVotes(site, [{ key: first, isHot: true }])
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  await link('My Stats').click()
  await screenIsThere(page)
  await link('Rate Photos').click()
  expect(await rate.shown(2)).toBe(second)
  await page.goto('/dmca')
  await screenIsThere(page)
  asked.length = 0
  await page.evaluate(() => void setTimeout(() => history.go(-3)))
  await expect(page).toHaveURL('/')
  expect(await rate.shown(1)).not.toBe(first)
  expect(asked[0]).toBe('')
})
