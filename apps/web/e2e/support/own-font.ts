import { expect, type Page } from '@playwright/test'

/** Waits for the site's own font and its layout, so text widths are final. */
export const ownFontIsThere = async (page: Page) => {
  // The fallback font is available at once, so only the real one counts.
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
