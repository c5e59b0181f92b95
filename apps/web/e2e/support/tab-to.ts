import { expect, type Locator, type Page } from '@playwright/test'
import { animationsEnded } from './animations.ts'

const MOST_STOPS = 40

const picture = async (page: Page, target: Locator) => {
  const box = await target.boundingBox()
  if (!box) throw new Error('Nothing there to look at')
  const clip = { x: Math.max(0, box.x - 6), y: Math.max(0, box.y - 6), width: box.width + 12, height: box.height + 12 }
  return (await page.screenshot({ clip, animations: 'disabled' })).toString('base64')
}

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement)

export const pressTabTo = async (page: Page, target: Locator) => {
  for (let stops = 0; stops < MOST_STOPS && !(await hasFocus(target)); stops++) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
}

/** Tabs to the target and checks that its focus is visible. */
export const tabTo = async (page: Page, target: Locator) => {
  await expect(target).toBeVisible()
  // Motion would look like a focus ring.
  await animationsEnded(page)
  const before = (await hasFocus(target)) ? '' : await picture(page, target)
  await pressTabTo(page, target)
  expect((await picture(page, target)) === before, 'the focus cannot be seen').toBe(false)
}
