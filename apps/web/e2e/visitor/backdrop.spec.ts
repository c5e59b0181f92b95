import type { Locator, Page } from '@playwright/test'
import { barOnNothing, cornersOf } from '../../../api/test/make/pictures.ts'
import { animationsEnded } from '../support/animations.ts'
import { holdScripts, isPainted, paintedItem } from '../support/first-photo.ts'
import { expect, test } from '../support/fixtures.ts'
import { viewerScreen } from '../support/viewer-screen.ts'

/** Difference in brightness (0 to 255) between the bar and the area above. */
const measureContrast = async (page: Page, picture: Locator) => {
  await animationsEnded(page)
  const { x = 0, y = 0, width = 0, height = 0 } = (await picture.boundingBox()) ?? {}
  const clip = { x: x + width / 3, y: y + height / 3, width: width / 3, height: height / 6 }
  const [[above = 0] = [], , , [bar = 0] = []] = await cornersOf(await page.screenshot({ clip }))
  return Math.abs(above - bar)
}

for (const colour of ['black', 'white'] as const)
  for (const theme of ['light', 'dark'] as const)
    test(`${colour} on transparency is seen on the stage and in the viewer of the ${theme} theme`, async ({
      page,
      visitor,
    }) => {
      const owner = await visitor()
      await owner.upload({
        name: 'bar.png',
        mimeType: 'image/png',
        buffer: await barOnNothing(colour).png().toBuffer(),
      })
      await page.emulateMedia({ colorScheme: theme })
      const { rate, picture } = viewerScreen(page)
      const scripts = await holdScripts(page)
      await page.goto('/', { waitUntil: 'commit' })
      await isPainted(page)
      expect(await measureContrast(page, paintedItem(page)), 'before the scripts').toBeGreaterThan(200)
      scripts.release()
      await rate.shown(1)
      expect(await measureContrast(page, rate.item(1))).toBeGreaterThan(200)
      await page.keyboard.press('Enter')
      await expect(picture(1)).toBeVisible()
      expect(await measureContrast(page, picture(1))).toBeGreaterThan(200)
    })
