import type { Locator, Page } from '@playwright/test'
import { accountScreen } from '../support/account-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { rateScreenReady, viewerScreen } from '../support/rate-screen.ts'
import { animationsEnded } from '../support/rendering.ts'
import { addPhotos } from '../support/seeded-collection.ts'

/** A phone with a notch, held sideways. */
const SIZE = { width: 844, height: 390 }
const NOTCH = 47
/** Smaller, because the browser's bars take some of the screen. */
const NARROW = { width: 740, height: 360 }

const cutOff = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  const insets = { left: NOTCH, right: NOTCH, bottom: 21 }
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets })
}

/** Checks that no text or control reaches under the notch. */
const expectClear = async (within: Locator) => {
  await animationsEnded(within.page())
  const outside = await within.evaluate((root, notch) => {
    const elements = [
      ...root.querySelectorAll('a, button, input, textarea, h1, h2, h3, p, label, img, [role=status] *'),
    ]
    const hidden = (element: Element) => !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    return elements
      .filter((element) => {
        const { left, right, bottom, width } = element.getBoundingClientRect()
        if (width < 2 || bottom <= 0 || hidden(element)) return false
        return left < notch || right > innerWidth - notch
      })
      .map((element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`)
  }, NOTCH)
  expect(outside).toEqual([])
}

test('keeps all content clear of the notch in landscape', async ({ page, site }) => {
  await addPhotos(site, 1)
  await page.setViewportSize(SIZE)
  await cutOff(page)
  const { rate, viewer, ...screen } = viewerScreen(page)
  await rate.open()
  const body = page.locator('body')
  for (const size of [SIZE, NARROW])
    await test.step(`${size.width} pixels`, async () => {
      await page.setViewportSize(size)
      await expectClear(body)
      await rate.stage.click()
      await expect(screen.picture(1)).toBeVisible()
      await expectClear(viewer)
      await page.keyboard.press('Escape')
      const account = accountScreen(page)
      await account.open('Save Account', 'Save Your Account')
      await expectClear(account.dialog)
      await page.keyboard.press('Escape')
      await expect(account.dialog).toHaveCount(0)
    })
  await page.goto('/profile?error=expired-token')
  await expect(accountScreen(page).toast).toBeVisible()
  await rateScreenReady(page)
  await expectClear(body)
})
