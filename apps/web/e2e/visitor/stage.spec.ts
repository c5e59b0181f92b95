import type { Page } from '@playwright/test'
import { show } from '../support/browser-state.ts'
import { holdCalls } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { film } from '../support/made-media.ts'
import { expectKeyboardIn, keyOf, rateScreen } from '../support/rate-screen.ts'
import { addPhotos } from '../support/seeded-collection.ts'

/** Height of the media area in pixels, by window size (`visitor.md §2`). */
const SIZES = [
  { width: 390, height: 844, area: 0.55 * 844 - 10 },
  { width: 767, height: 1000, area: 0.55 * 1000 - 10 },
  { width: 390, height: 280, area: 150 },
  { width: 768, height: 1024, area: 1024 - 190 },
  { width: 1440, height: 900, area: 900 - 190 },
  { width: 1440, height: 460, area: 300 },
]

test('sizes the stage as specified and opens the viewer by click', async ({ page, site }) => {
  await addPhotos(site, 1)
  const rate = rateScreen(page)
  await rate.open()
  for (const { width, height, area } of SIZES) {
    await page.setViewportSize({ width, height })
    await expect
      .poll(async () => Math.abs(((await rate.stage.boundingBox())?.height ?? 0) - area), `${width} x ${height}`)
      .toBeLessThan(1)
  }

  await test.step('explains an icon by a tooltip after 700 ms', async () => {
    const keys = page.getByRole('button', { name: 'Keyboard shortcuts' })
    const tooltip = () =>
      keys.evaluate((button) => {
        const { content, visibility, transitionDelay } = getComputedStyle(button, '::after')
        return { text: content.split('"')[1], visibility, delay: transitionDelay.split(',')[0] }
      })
    await expect.poll(tooltip).toMatchObject({ text: 'Keyboard shortcuts', visibility: 'hidden' })
    await keys.hover()
    await expect.poll(tooltip).toEqual({ text: 'Keyboard shortcuts', visibility: 'visible', delay: '0.7s' })
  })

  await page.setViewportSize({ width: 1000, height: 280 })
  await rate.stage.click({ position: { x: 20, y: 120 } })
  await expect(rate.viewer.getByRole('img')).toBeVisible()
  const turnWheel = async () => {
    await page.mouse.move(500, 140)
    await page.mouse.wheel(0, 60)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    return page.evaluate(() => window.scrollY)
  }
  expect(await turnWheel()).toBe(0)
  await page.mouse.click(8, 200)
  await expect(rate.viewer).toBeHidden()
  await expect.poll(turnWheel).toBeGreaterThan(0)
})

test('shows the numbers before and after a vote, multiplied and rounded if enabled', async ({ page, site }) => {
  await addPhotos(site, 3)
  await site.query('UPDATE media SET hot_votes = 1, not_votes = 1')
  await site.saveSetting('vote-multiplier', { isEnabled: true, multiplier: 2.4 })
  const rate = rateScreen(page)
  const expectNumbers = async (before: string, after: string) => {
    await rate.open()
    await expect(rate.stats).toContainText(before)
    await expect(rate.stats).toContainText('50% hot')
    await expect(rate.stats).toContainText('50% not')
    const calls = await holdCalls(page, '**/api/votes')
    await rate.hot.click()
    await rate.shown(2)
    await expect(rate.main).toContainText('Counting your vote…')
    calls.release()
    await expect(rate.main.getByText('Hot · 67% agree')).toBeVisible()
    await expect(rate.main.locator('[aria-live=polite]')).toContainText(`67% hot, 33% not, ${after}`)
    await expect(rate.stats).toContainText('50% hot')
    await page.unroute('**/api/votes')
  }
  await expectNumbers('5 votes', '7 votes')
  await site.saveSetting('vote-multiplier', { isEnabled: false })
  await expectNumbers('2 votes', '3 votes')
})

test('hides percentages until the visitor has voted if the operator enabled that', async ({ page, site }) => {
  await addPhotos(site, 2)
  await site.query('UPDATE media SET hot_votes = 1, not_votes = 1')
  await site.saveSetting('vote-multiplier', { isEnabled: false, multiplier: 1, hidesResult: true })
  const rate = rateScreen(page)
  await rate.open()
  await expect(rate.stats).toContainText('2 votes. Vote to see the result.')
  await expect(rate.main).not.toContainText('%')
  await rate.hot.click()
  await expect(rate.main.getByText('Hot · 67% agree')).toBeVisible()
  await expect(rate.stats).not.toContainText('%')
})

/** The visible video, not the prefetched one beneath it. */
const stagedVideo = (page: Page) =>
  page.getByRole('region', { name: 'Photo to rate' }).getByLabel(/^Video \d+, uploaded/)

/** Returns the video's painted and real aspect ratio, and its position in seconds. */
const paintedVideo = (page: Page) =>
  stagedVideo(page).evaluate((video: HTMLVideoElement) => {
    const { width, height } = video.getBoundingClientRect()
    const contained = getComputedStyle(video).objectFit === 'contain'
    return {
      shown: contained ? 0 : width / height,
      real: video.videoWidth / video.videoHeight,
      at: video.currentTime,
    }
  })

/** Checks that the button follows pauses by the system, except while the page is hidden. */
const expectTrueButton = async (page: Page) => {
  const button = (name: string) => page.getByRole('region', { name: 'Photo to rate' }).getByRole('button', { name })
  const film = stagedVideo(page)
  const isPaused = () => film.evaluate(({ paused }: HTMLVideoElement) => paused)
  const pause = () =>
    film.evaluate((video: HTMLVideoElement) => {
      const heard = new Promise((done) => video.addEventListener('pause', done, { once: true }))
      video.pause()
      return heard
    })
  await pause()
  await button('Play video').click()
  await expect.poll(isPaused).toBe(false)
  await pause()
  await expect(button('Play video')).toBeVisible()
  await film.evaluate((video: HTMLVideoElement) => video.play())
  await expect(button('Pause video')).toBeVisible()

  await show(page, 'hidden')
  await pause()
  await show(page, 'visible')
  await expect.poll(isPaused).toBe(false)
  await button('Pause video').click()
  await expect(button('Play video')).toBeVisible()
  await show(page, 'hidden')
  await show(page, 'visible')
  expect(await isPaused()).toBe(true)
}

test('plays wide and tall videos on the stage and in the viewer', async ({ page, visitor }) => {
  const uploader = await visitor()
  const ratios = new Map<string, number>()
  for (const [shape, ratio] of [
    ['wide', 192 / 108],
    ['tall', 96 / 160],
  ] as const)
    ratios.set(keyOf((await uploader.upload(await film('film.mp4', shape))).url), ratio)
  const rate = rateScreen(page)
  const { viewer } = rate
  const shown = viewer.locator('video')
  const open = async () => {
    await page.keyboard.press('Enter')
    await expect.poll(() => shown.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0)
    await expectKeyboardIn(viewer)
  }
  const close = async () => {
    await page.keyboard.press('Escape')
    await expect(viewer).toBeHidden()
    await expect.poll(async () => (await paintedVideo(page)).at).toBeGreaterThan(0)
  }
  await page.goto('/')
  for (const position of [1, 2]) {
    const video = rate.stage.getByLabel(new RegExp(`^Video ${position}, uploaded`))
    const key = keyOf((await video.getAttribute('src')) ?? '')
    const ratio = ratios.get(key) ?? 0
    ratios.delete(key)
    await expect.poll(async () => (await paintedVideo(page)).at, key).toBeGreaterThan(0.2)
    const painted = await paintedVideo(page)
    expect(painted.real, key).toBeCloseTo(ratio, 2)
    if (painted.shown) expect(painted.shown, key).toBeCloseTo(painted.real, 1)
    if (ratio < 1) await expectTrueButton(page)
    await open()
    await close()
    await rate.settled()
    await rate.not.click()
  }
  await expect(rate.allRated).toBeVisible()
})
