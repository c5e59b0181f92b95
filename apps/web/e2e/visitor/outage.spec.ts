import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { show } from '../support/browser-state.ts'
import { expect, test } from '../support/fixtures.ts'
import { photo } from '../support/made-media.ts'
import { expectVotes, rateScreen } from '../support/rate-screen.ts'
import { addPhotos } from '../support/seeded-collection.ts'
import { holdUploads, uploadScreen } from '../support/upload-screen.ts'

const AWAY = /^50[234] |ERR_\w+ /
const VOTES = '**/api/votes'

const bannerOn = (page: Page) => page.getByRole('status').filter({ hasText: "We're having trouble on our side." })
const toastsOn = (page: Page) => page.getByRole('region', { name: 'Notification' }).getByRole('listitem')

/** Simulates a proxy that answers while the server restarts. */
const proxyAnswers = (page: Page, path: string, status = 502) =>
  page.route(path, (route) => route.fulfill({ status, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }))

test('sends votes cast while the process restarts', async ({ page, site, problems }) => {
  problems.expect(AWAY)
  await addPhotos(site, 5)
  const rate = rateScreen(page)
  const first = await rate.open()
  await rate.loaded(4)
  await site.end('SIGKILL')
  await rate.hot.click()
  await expect(bannerOn(page)).toBeVisible()
  await expect(rate.main).toContainText("Will be sent as soon as we're back")
  const second = await rate.shown(2)
  await rate.not.click()
  await site.startAgain()
  await expectVotes(site, [
    { key: first, isHot: true },
    { key: second, isHot: false },
  ])
  await expect(bannerOn(page)).toBeHidden()
  await rate.shown(3)
  await expect(toastsOn(page)).toHaveCount(0)
})

test('sends an unsent vote from a hidden tab', async ({ page, site, problems }) => {
  problems.expect(AWAY)
  await addPhotos(site, 2)
  const rate = rateScreen(page)
  const first = await rate.open()
  await proxyAnswers(page, VOTES, 503)
  const failed = page.waitForResponse(VOTES)
  await rate.hot.click()
  await failed
  await show(page, 'hidden')
  await page.unroute(VOTES)
  await expectVotes(site, [{ key: first, isHot: true }])
  await expect(toastsOn(page)).toHaveCount(0)
})

test('sends an unsent vote after a reload and does not show its photo again', async ({ page, site, problems }) => {
  problems.expect(AWAY)
  await addPhotos(site, 2)
  const rate = rateScreen(page)
  const first = await rate.open()
  await rate.loaded(2)
  await proxyAnswers(page, '**/api/**')
  const failed = page.waitForResponse(VOTES)
  await rate.hot.click()
  await failed
  await page.reload()
  await page.unroute('**/api/**')
  await expectVotes(site, [{ key: first, isHot: true }])
  expect(await rate.shown(1)).not.toBe(first)
  await expect(toastsOn(page)).toHaveCount(0)
})

test('drops an unsent vote that is undone during the outage', async ({ page, site, problems }) => {
  problems.expect(AWAY, /^404 .*\/api\/votes/)
  await addPhotos(site, 2)
  const rate = rateScreen(page)
  await rate.open()
  await proxyAnswers(page, VOTES)
  await rate.hot.click()
  await rate.shown(2)
  await rate.takeBack()
  await rate.shown(1)
  await page.reload()
  await page.unroute(VOTES)
  const first = await rate.shown(1)
  await rate.not.click()
  await expectVotes(site, [{ key: first, isHot: false }])
})

test('returns the photo of a vote that is refused after the outage', async ({ page, site, problems }) => {
  problems.expect(AWAY, /^429 /)
  await addPhotos(site, 2)
  const rate = rateScreen(page)
  const first = await rate.open()
  await proxyAnswers(page, VOTES)
  const failed = page.waitForResponse(VOTES)
  await rate.hot.click()
  await failed
  await page.unroute(VOTES)
  await page.route(VOTES, (route) => route.fulfill({ status: 429, json: { message: 'Too many requests.' } }))
  await expect(toastsOn(page)).toContainText('Too many requests.')
  expect(await rate.shown(1)).toBe(first)
})

test('accepts a new visitor after an outage without a reload', async ({ page, site, problems }) => {
  problems.expect(AWAY)
  await addPhotos(site, 1)
  for (const path of ['/upload', '/'])
    await test.step(path, async () => {
      await proxyAnswers(page, '**/api/session', 503)
      const failed = page.waitForResponse('**/api/session')
      await page.goto(path)
      await failed
      // Only one message is shown: the card, or the banner above the photo.
      const card = page.getByRole('heading', { name: "We'll be right back" })
      await expect(path === '/' ? bannerOn(page) : card).toBeVisible()
      if (path !== '/') await expect(bannerOn(page)).toBeHidden()
      await page.unroute('**/api/session')
      if (path === '/') await rateScreen(page).shown(1)
      else await expect(page.getByRole('heading', { level: 1, name: 'Upload Media' })).toBeVisible()
      await expect(bannerOn(page)).toBeHidden()
    })
})

test('waits for pictures while the store is down and skips none', async ({ page, site, problems }) => {
  problems.expect(/^(404|503) .*\/media\//)
  await addPhotos(site, 2)
  const [media, away] = [join(site.dataDir, 'media'), join(site.dataDir, 'media-away')]
  await rename(media, away)
  await page.goto('/')
  await expect(bannerOn(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: "Photos aren't loading" })).toBeHidden()
  await rename(away, media)
  await rateScreen(page).shown(1)
  await expect(bannerOn(page)).toBeHidden()
})

test('finishes an upload after a restart interrupted it', async ({ page, site, problems }) => {
  problems.expect(AWAY)
  const upload = uploadScreen(page)
  await upload.open()
  const held = await holdUploads(page)
  await upload.browse(await photo('cut.jpg'), await photo('other.jpg', undefined, 120))
  await upload.uploadAll.click()
  await expect.poll(held.sent).toBe(2)
  await site.end('SIGKILL')
  held.letGo()
  const row = upload.row('cut.jpg')
  await expect(row).toContainText('Network error during upload')
  await expect(row).toContainText("This upload continues as soon as we're back.")
  await site.startAgain()
  for (const name of ['cut.jpg', 'other.jpg']) await expect(upload.row(name)).toContainText('Completed')
  expect(await site.query('SELECT 1 FROM media')).toHaveLength(2)
})
