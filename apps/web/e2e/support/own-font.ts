import { expect, type Page } from '@playwright/test'

/** The letters are the site's own, and laid out as such: they are as wide as they will be. */
export const ownFontIsThere = async (page: Page) => {
  // Not the one that stands in for it, which is there at once.
  const isLoaded = () =>
    page.evaluate(() =>
      Array.from(document.fonts).some(
        ({ family, status }) => /^"?Inter Variable"?$/.test(family) && status === 'loaded',
      ),
    )
  await expect.poll(isLoaded).toBe(true)
  await page.evaluate(async () => {
    await document.fonts.ready
    // A font is loaded before the frame that is laid out with it.
    for (let frame = 0; frame < 2; frame++) await new Promise((next) => requestAnimationFrame(next))
  })
}
