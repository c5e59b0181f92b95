import type { Locator, Page } from '@playwright/test'
import { adOn, setAd } from '../support/ad-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { rateScreen } from '../support/rate-screen.ts'
import { finishAnimations, layoutShift } from '../support/rendering.ts'
import { addPhotos } from '../support/seeded-collection.ts'

type Size = {
  size: string
  /** Set at 400 percent zoom, where the buttons stay in view, and the ad and vote counts are further down. */
  scrolls?: true
  /** Set in landscape, where the buttons are beside the picture. */
  isBeside?: boolean
}
const SIZES: Size[] = [
  { size: '390x664' },
  { size: '390x844' },
  { size: '360x640' },
  { size: '320x568' },
  { size: '768x1024' },
  { size: '1440x900' },
  { size: '1920x1080' },
  { size: '844x390', isBeside: true },
  { size: '667x375', isBeside: true },
  // 1440 x 900 and 1280 x 1024 pixels at 200 and 400 percent.
  { size: '720x450', isBeside: true },
  { size: '320x256', scrolls: true },
]
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
    // A hit test covers a whole pixel, so points nearer to the edge may hit the neighbor.
    const shares = [0.05, 0.5, 0.95]
    const points = shares.flatMap((x) => shares.map((y) => ({ x: left + x * width, y: top + y * height })))
    const isClear = ({ x, y }: { x: number; y: number }) => {
      const hit = document.elementFromPoint(x, y)
      // At the corner of a round button, the hit element is an ancestor of the button.
      return hit !== null && (element.contains(hit) || hit.contains(element))
    }
    return points.filter((point) => !isClear(point))
  })

const expectInView = async (page: Page, { size, scrolls }: Size, hasVoted: boolean) => {
  const rate = rateScreen(page)
  const buttons = { ...(hasVoted && { undo: rate.undo }), not: rate.not, skip: rate.skip, hot: rate.hot }
  await finishAnimations(page)
  for (const [name, part] of Object.entries(buttons))
    await expect.poll(() => coveredPoints(part), `${name} at ${size}`).toEqual([])
  for (const [name, part] of Object.entries({ ad: adOn(page), stats: rate.stats })) {
    if (scrolls) await part.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await expect.poll(() => coveredPoints(part), `${name} at ${size}`).toEqual([])
  }
  await page.evaluate(() => window.scrollTo(0, 0))
}

const expectLayout = async (page: Page, { size, isBeside = false }: Size, height: number) => {
  const rate = rateScreen(page)
  const [stage, hot] = [await rate.stage.boundingBox(), await rate.hot.boundingBox()]
  if (!stage || !hot) throw new Error(`Nothing to see at ${size}`)
  // The specified height is 55 percent minus 10 px, slightly less than half of some screens.
  expect(stage.height, size).toBeGreaterThan(height / 2 - 10)
  expect(hot.x > stage.x + stage.width && hot.y < stage.y + stage.height, size).toBe(isBeside)
}

const topOf = async (part: Locator) => (await part.boundingBox())?.y

test('fits all vote controls on every screen and keeps them in place after a vote', async ({ page, site }) => {
  await addPhotos(site, SIZES.length + 1)
  await setAd(site, BANNER, true)
  const rate = rateScreen(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await resize(page, '390x844')
  await rate.open()
  await expect(adOn(page).locator('iframe').contentFrame().getByText('Banner')).toBeVisible()
  expect(await layoutShift(page)).toBeLessThan(0.02)
  for (const screen of SIZES)
    await test.step(screen.size, async () => {
      const { height } = await resize(page, screen.size)
      await rate.settled()
      await expectInView(page, screen, false)
      await expectLayout(page, screen, height)
      const places = () => Promise.all([rate.hot, adOn(page)].map(topOf))
      const before = await places()
      const answer = page.waitForResponse('**/api/votes')
      await rate.hot.click()
      // Just after a vote, the last vote is expanded already.
      await expect(rate.lastVote).toHaveAttribute('aria-expanded', 'true')
      await (await answer).finished()
      await rate.settled()
      await expectInView(page, screen, true)
      expect(await places()).toEqual(before)
    })
})

test('limits the height of an ad, and shows no zone without ad code', async ({ page, site }) => {
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
