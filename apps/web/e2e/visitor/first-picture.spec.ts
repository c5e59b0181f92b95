import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { holdScripts, isPainted, paintedItem } from '../support/first-photo.ts'
import { expect, test } from '../support/fixtures.ts'
import { holdCalls } from '../support/held-calls.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { expectVotes, keyOf, rateScreen, screenIsThere } from '../support/rate-screen.ts'
import { allAnswered } from '../support/requests-under-way.ts'
import { roundTrip } from '../support/round-trip.ts'
import { addPhotos } from '../support/seeded-collection.ts'

const recordDraws = (page: Page) => {
  const excluded: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/media/random/')) excluded.push(search)
  })
  return excluded
}

test('shows the photo before any script, where it stays when they come', { tag: '@phone' }, async ({ page, site }) => {
  await addPhotos(site, 3)
  const rate = rateScreen(page)
  const asked = recordDraws(page)
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
  // The first item was in the HTML.
  expect(asked[0]).toMatch(/^\?exclude=\d+$/)
})

test('shows the photo without JavaScript', async ({ browser, baseURL, site }) => {
  await addPhotos(site, 1)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto('/')
  await expect(paintedItem(page)).toBeVisible()
  await context.close()
})

test('keeps the vote buttons off until the visitor is known', async ({ page, site }) => {
  await addPhotos(site, 1)
  const rate = rateScreen(page)
  const session = await holdCalls(page, '**/api/session')
  await page.goto('/')
  await expect(rate.item(1)).toBeVisible()
  await expect(rate.hot).toBeDisabled()
  await expect(rate.stage).toHaveAttribute('aria-busy', 'true')
  session.release()
  await expect(rate.hot).toBeEnabled()
})

test('asks for an item of its own where the visitor is logged out, or known without the cookie', async ({
  page,
  context,
  site,
}) => {
  await addPhotos(site, 2)
  const rate = rateScreen(page)
  await rate.openAtRest()
  await context.clearCookies()
  const asked = recordDraws(page)
  await rate.open()
  expect(asked[0]).toBe('')
  await page.evaluate(() => localStorage.setItem('hotvote-logged-out', 'true'))
  await page.reload()
  await expect(page.getByRole('dialog', { name: 'Welcome Back' })).toBeVisible()
  await expect(paintedItem(page).or(rate.stage)).toHaveCount(0)
})

for (const path of ['/', '/upload'])
  test(`loads ${path} once more when its script does not come, and then says so`, async ({ page, site, problems }) => {
    problems.expect(/assets\/index-/)
    await addPhotos(site, 1)
    const code = /\/assets\/index-.*\.js$/
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1
    })
    await page.route(code, (route) => route.abort())
    await page.goto(path)
    const failure = page.getByRole('alert').filter({ hasText: 'This page could not be shown' })
    await expect(failure).toContainText('Check your connection, then load it again.')
    await roundTrip(page)
    expect(loads).toBe(2)
    await expectAccessible(page)
    await page.unroute(code)
    await failure.getByRole('button', { name: 'Load again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /Rate Photos|Upload Media/ })).toBeAttached()
  })

test('keeps the first photo on a return to the screen, and asks again after a reload', async ({ page, site }) => {
  await addPhotos(site, 3)
  const rate = rateScreen(page)
  const asked = recordDraws(page)
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
