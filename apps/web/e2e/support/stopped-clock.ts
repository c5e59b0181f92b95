import { expect, type Locator, type Page } from '@playwright/test'

/** Advances a paused clock by single milliseconds, so new timers start on time. Returns the most milliseconds since then. */
export const runUntilShown = async (page: Page, shown: Locator) => {
  let passed = 0
  await expect(async () => {
    await page.clock.runFor(1)
    passed++
    await expect(shown).toBeVisible({ timeout: 100 })
  }).toPass()
  return passed
}
