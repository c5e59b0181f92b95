import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Lets a stopped clock go on until this is shown, a millisecond at a time: a timer that is started while others run is never
 * due before the next one. Answers how many milliseconds went by, at most, since it is shown.
 */
export const runUntilShown = async (page: Page, shown: Locator) => {
  let passed = 0
  await expect(async () => {
    await page.clock.runFor(1)
    passed++
    await expect(shown).toBeVisible({ timeout: 100 })
  }).toPass()
  return passed
}
