import type { Locator, Page } from '@playwright/test'
import { barOnNothing, readCorners } from '../../../api/test/make/pictures.ts'
import { expect, test } from '../support/fixtures.ts'
import { viewerScreen } from '../support/rate-screen.ts'
import { animationsEnded } from '../support/rendering.ts'

/** Difference in brightness (0 to 255) between the bar and the area above. */
const measureContrast = async (page: Page, picture: Locator) => {
  await animationsEnded(page)
  const { x = 0, y = 0, width = 0, height = 0 } = (await picture.boundingBox()) ?? {}
  const clip = { x: x + width / 3, y: y + height / 3, width: width / 3, height: height / 6 }
  const [[above = 0] = [], , , [bar = 0] = []] = await readCorners(await page.screenshot({ clip }))
  return Math.abs(above - bar)
}

test('shows transparent pictures with enough contrast in the theme of their color', async ({ page, visitor }) => {
  const owner = await visitor()
  const { rate, picture } = viewerScreen(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const [colour, colorScheme] of [
    ['black', 'dark'],
    ['white', 'light'],
  ] as const)
    await test.step(`${colour} in the ${colorScheme} theme`, async () => {
      const buffer = await barOnNothing(colour).png().toBuffer()
      await owner.upload({ name: `${colour}.png`, mimeType: 'image/png', buffer })
      await page.emulateMedia({ colorScheme })
      await page.goto('/')
      await rate.shown(1)
      expect(await measureContrast(page, rate.item(1))).toBeGreaterThan(200)
      await page.keyboard.press('Enter')
      await expect(picture(1)).toBeVisible()
      expect(await measureContrast(page, picture(1))).toBeGreaterThan(200)
      await page.keyboard.press('h')
      await expect(rate.allRated).toBeVisible()
    })
})
