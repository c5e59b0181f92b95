import { expect, type Page } from '@playwright/test'

/** The letters are the site's own, and laid out as such: they are as wide as they will be. */
export const ownFontIsThere = async (page: Page) => {
  await expect
    .poll(() => page.evaluate(() => Array.from(document.fonts).some(({ status }) => status === 'loaded')))
    .toBe(true)
  await page.evaluate(async () => {
    await document.fonts.ready
    // A font is loaded before the frame that is laid out with it.
    for (let frame = 0; frame < 2; frame++) await new Promise((next) => requestAnimationFrame(next))
  })
}
