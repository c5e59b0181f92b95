import type { Locator, Page } from '@playwright/test'
import { adOn, setAd } from '../support/ad-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { rateScreen } from '../support/rate-screen.ts'
import { finishAnimations } from '../support/rendering.ts'
import { addPhotos } from '../support/seeded-collection.ts'

const HIGH = ['390x844', '390x664', '320x568', '1440x900']
/** Sizes of phones held sideways, and of a desktop at 200 and 400 percent zoom. */
const LOW = ['844x390', '720x450', '320x256']
const BANNER = '<div style="width: 320px; height: 50px">Banner</div>'

const resize = async (page: Page, size: string) => {
  const [width = 0, height = 0] = size.split('x').map(Number)
  await page.setViewportSize({ width, height })
  await page.evaluate(() => window.scrollTo(0, 0))
  return { width, height }
}

const coveredPoints = (part: Locator) =>
  part.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const shares = [0.03, 0.5, 0.97]
    const points = shares.flatMap((x) => shares.map((y) => ({ x: left + x * width, y: top + y * height })))
    const isClear = ({ x, y }: { x: number; y: number }) => {
      const hit = document.elementFromPoint(x, y)
      // At the corner of a round button, the hit element is an ancestor of the button.
      return hit !== null && (element.contains(hit) || hit.contains(element))
    }
    return points.filter((point) => !isClear(point))
  })

const expectReachable = async (page: Page, size: string, hasVoted: boolean) => {
  const rate = rateScreen(page)
  const parts = {
    // Checks Undo first, because it disappears after half a minute.
    ...(hasVoted && { undo: rate.undo }),
    not: rate.not,
    skip: rate.skip,
    hot: rate.hot,
    ad: adOn(page),
    stats: rate.stats,
  }
  await finishAnimations(page)
  for (const [name, part] of Object.entries(parts)) {
    if (LOW.includes(size)) await part.scrollIntoViewIfNeeded()
    await expect.poll(() => coveredPoints(part), `${name} at ${size}`).toEqual([])
  }
  await page.evaluate(() => window.scrollTo(0, 0))
}

const topOf = async (part: Locator) => (await part.boundingBox())?.y

test('shows all that a vote needs on every screen size, and moves nothing by a vote', async ({ page, site }) => {
  const sizes = [...HIGH, ...LOW]
  await addPhotos(site, sizes.length + 1)
  await setAd(site, BANNER, true)
  const rate = rateScreen(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await resize(page, '390x844')
  await rate.open()
  await adOn(page).scrollIntoViewIfNeeded()
  await expect(adOn(page).locator('iframe').contentFrame().getByText('Banner')).toBeVisible()
  for (const size of sizes)
    await test.step(size, async () => {
      const { height } = await resize(page, size)
      await rate.settled()
      await expectReachable(page, size, false)
      if (size === '320x256') expect((await rate.stage.boundingBox())?.height).toBeGreaterThan(height / 2)
      const places = () => Promise.all([rate.hot, adOn(page)].map(topOf))
      const before = await places()
      const answer = page.waitForResponse('**/api/votes')
      await rate.hot.click()
      await (await answer).finished()
      await rate.settled()
      await page.evaluate(() => window.scrollTo(0, 0))
      await expectReachable(page, size, true)
      expect(await places()).toEqual(before)
    })
})

test('gives an ad its own height within bounds, and no zone without ad code', async ({ page, site }) => {
  await addPhotos(site, 2)
  const rate = rateScreen(page)
  const response = page.waitForResponse('**/api/ad-config/zone1')
  await rate.open()
  expect(await (await response).json()).toEqual({ adCode: '', isSandboxed: false })
  // Waits for the next photo, because an ad would appear before it.
  await rate.skip.click()
  await rate.shown(2)
  await expect(adOn(page)).toHaveCount(0)
  for (const [adCode, height] of [
    ['<div style="height: 130px">Tall</div>', 130],
    ['<i>.</i>', 50],
    ['<div style="height: 900px">Huge</div>', 600],
  ] as const)
    await test.step(`${height} px`, async () => {
      await setAd(site, adCode, true)
      await page.reload()
      await expect.poll(async () => (await adOn(page).boundingBox())?.height).toBe(height)
    })
})
