import type { Locator, Page } from '@playwright/test'
import { adOn, setAd } from '../support/ad-screen.ts'
import { finishAnimations } from '../support/animations.ts'
import { expect, test } from '../support/fixtures.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { film } from '../support/made-media.ts'
import { rateScreen } from '../support/rate-screen.ts'
import { addPhotos } from '../support/seeded-collection.ts'

const HIGH = ['390x844', '390x664', '375x667', '360x640', '320x568', '1440x900']
/** Phones held sideways, and zoom levels of 200 and 400 percent. */
const LOW = ['844x390', '740x360', '720x450', '195x332', '320x256']
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
      // Corners of round buttons show what is behind them.
      return hit !== null && (element.contains(hit) || hit.contains(element))
    }
    return points.filter((point) => !isClear(point))
  })

const partsOf = (page: Page, { hasAd, hasVoted }: { hasAd: boolean; hasVoted: boolean }) => {
  const rate = rateScreen(page)
  return {
    // First, because Undo disappears after half a minute.
    ...(hasVoted && { undo: rate.undo }),
    not: rate.not,
    skip: rate.skip,
    hot: rate.hot,
    ...(hasAd && { ad: adOn(page) }),
    stats: rate.stats,
  }
}

/** Scrolls to each part only on low screens. */
const expectReachable = async (page: Page, size: string, shown: { hasAd: boolean; hasVoted: boolean }) => {
  await finishAnimations(page)
  for (const [name, part] of Object.entries(partsOf(page, shown))) {
    if (LOW.includes(size)) await part.scrollIntoViewIfNeeded()
    await expect.poll(() => coveredPoints(part), `${name} at ${size}`).toEqual([])
  }
  await page.evaluate(() => window.scrollTo(0, 0))
}

const topOf = async (part: Locator) => (await part.boundingBox())?.y

const cases = [
  { hasAd: false, sizes: HIGH, name: 'shows all that a vote needs at once on a phone' },
  { hasAd: false, sizes: LOW, name: 'covers nothing that a vote needs on a low screen' },
  { hasAd: true, sizes: HIGH, name: 'shows the ad, too, which a vote does not move' },
  { hasAd: true, sizes: LOW, name: 'does not cover the ad of a low screen, which a vote does not move' },
]
for (const { hasAd, sizes, name } of cases)
  test(name, async ({ page, site, visitor }) => {
    await addPhotos(site, sizes.length)
    await (await visitor()).upload(await film('film.mp4'))
    if (hasAd) await setAd(site, BANNER, true)
    const rate = rateScreen(page)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await resize(page, sizes[0] ?? '')
    await page.goto('/')
    await rate.settled()
    if (hasAd) await adOn(page).scrollIntoViewIfNeeded()
    if (hasAd) await expect(adOn(page).locator('iframe').contentFrame().getByText('Banner')).toBeVisible()
    for (const size of sizes)
      await test.step(size, async () => {
        await resize(page, size)
        await rate.settled()
        await expectReachable(page, size, { hasAd, hasVoted: false })
        const places = () => Promise.all([rate.hot, ...(hasAd ? [adOn(page)] : [])].map(topOf))
        const before = await places()
        const answer = page.waitForResponse('**/api/votes')
        await rate.hot.click()
        await (await answer).finished()
        await rate.settled()
        await page.evaluate(() => window.scrollTo(0, 0))
        await expectReachable(page, size, { hasAd, hasVoted: true })
        expect(await places()).toEqual(before)
      })
  })

test('keeps the picture on half of the screen at a zoom of 400 percent', async ({ page, site }) => {
  await addPhotos(site, 1)
  const rate = rateScreen(page)
  const { height } = await resize(page, '320x256')
  await rate.open()
  const box = await rate.stage.boundingBox()
  expect(box?.height).toBeGreaterThan(height / 2)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height)
  const bar = page.getByRole('navigation', { name: 'Main' })
  expect(await bar.evaluate((element) => getComputedStyle(element).position)).toBe('static')
})

test('makes the frame of an ad as high as the ad, and the next time from the start', { tag: '@phone' }, async ({
  page,
  site,
}) => {
  await addPhotos(site, 1)
  await setAd(site, '<div style="height: 130px">Tall</div>', true)
  const rate = rateScreen(page)
  const heightOf = async () => (await adOn(page).boundingBox())?.height
  await rate.open()
  await expect.poll(heightOf).toBe(130)
  await page.reload()
  await expect.poll(heightOf).toBe(130)
  await expect(adOn(page).locator('iframe').contentFrame().getByText('Tall')).toBeVisible()
  await rate.shown(1)
  expect(await layoutShift(page)).toBeLessThan(0.02)
  await setAd(site, BANNER, true)
  await page.reload()
  await expect.poll(heightOf).toBe(50)
})

test('takes the height of an ad from its own frame, and within bounds', async ({ page, site }) => {
  await addPhotos(site, 1)
  const tell = (height: string) =>
    `<script>setTimeout(() => parent.postMessage({ adHeight: ${height} }, '*'), 200)</script>`
  const heightOf = async () => (await adOn(page).boundingBox())?.height
  const rate = rateScreen(page)
  await setAd(site, `Text${tell('9000')}`, true)
  await rate.open()
  await expect.poll(heightOf).toBe(600)
  await setAd(site, `<b>Text</b>${tell('"300"')}${tell('NaN')}`, true)
  await page.reload()
  await expect.poll(heightOf).toBe(50)
  await page.evaluate(async () => {
    const heard = new Promise((done) => addEventListener('message', done))
    window.postMessage({ adHeight: 300 }, '*')
    await heard
  })
  expect(await heightOf()).toBe(50)
})

test('leaves no gap below the buttons after the ad was switched off', async ({ page, site }) => {
  await addPhotos(site, 1)
  await setAd(site, BANNER, true)
  await page.route('**/api/ad-config/zone1', (route) => route.fulfill({ json: { adCode: '', isSandboxed: true } }))
  const rate = rateScreen(page)
  await rate.open()
  await expect.poll(() => page.evaluate(() => document.documentElement.hasAttribute('data-ad-zone'))).toBe(false)
  await expect(adOn(page)).toHaveCount(0)
})
