import { expect, type Locator, type Page } from '@playwright/test'
import { JOBS } from '../../../api/test/app/job-table.ts'
import { holdCalls } from './calls.ts'
import type { Site } from './running-site.ts'

/** Waits for all animations except endless spinners, so positions are final. */
const endAnimations = (page: Page, isHurried: boolean) =>
  page.evaluate(async (hurried) => {
    const runningAnimations = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        )
    // Repeats, because the end of an animation may start another.
    while (runningAnimations().length > 0) {
      const ending = runningAnimations()
      if (hurried) for (const movement of ending) movement.finish()
      await Promise.allSettled(ending.map(({ finished }) => finished))
    }
  }, isHurried)

export const animationsEnded = (page: Page) => endAnimations(page, false)

export const finishAnimations = (page: Page) => endAnimations(page, true)

/** Cumulative Layout Shift since the page load. */
export const layoutShift = (page: Page) =>
  page.evaluate(async () => {
    // A frame's shifts are recorded when the next frame begins.
    for (let frame = 0; frame < 2; frame++) await new Promise((done) => requestAnimationFrame(done))
    const observer = new PerformanceObserver(() => undefined)
    observer.observe({ type: 'layout-shift', buffered: true })
    const shifts = observer.takeRecords()
    observer.disconnect()
    return shifts.reduce((sum, entry) => sum + ('value' in entry ? Number(entry.value) : 0), 0)
  })

/** Waits for the site's own font and its layout, so text widths are final. */
export const ownFontReady = async (page: Page) => {
  // Checks for the site's own font only, because the fallback is always available.
  const isLoaded = () =>
    page.evaluate(() =>
      Array.from(document.fonts).some(
        ({ family, status }) => /^"?Inter Variable"?$/.test(family) && status === 'loaded',
      ),
    )
  await expect.poll(isLoaded).toBe(true)
  await page.evaluate(async () => {
    await document.fonts.ready
    // Layout follows one frame after the font has loaded.
    for (let frame = 0; frame < 2; frame++) await new Promise((next) => requestAnimationFrame(next))
  })
}

export const expectLoaded = (picture: Locator) =>
  expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)

/** Waits until all renditions of all pictures exist. */
export const renditionsMade = (site: Pick<Site, 'query'>) =>
  expect.poll(() => site.query(`SELECT id FROM ${JOBS} WHERE task = 'make-renditions'`)).toEqual([])

/** Lets only the theme's script load until `release` is called. */
export const holdScripts = (page: Page) => holdCalls(page, /\/assets\/.*\.js$/)

export const paintedItem = (page: Page) =>
  page.getByRole('img', { name: /^Uploaded by / }).or(page.locator('.first-picture > video'))

export const isPainted = (page: Page) =>
  expect
    .poll(() => paintedItem(page).evaluate((photo: HTMLImageElement) => photo.complete && photo.naturalWidth > 0))
    .toBe(true)
