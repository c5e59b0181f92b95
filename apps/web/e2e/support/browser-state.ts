import { expect, type Locator, type Page } from '@playwright/test'
import { allAnswered } from './calls.ts'

/** Goes offline after the page has loaded all code that it needs. */
export const goOffline = async (page: Page) => {
  // An empty status region shows that the offline banner's code has loaded.
  await expect(page.locator('[role=status]:empty').first()).toBeAttached()
  await allAnswered(page)
  await page.context().setOffline(true)
}

/** Simulates switching to another tab and back. */
export const show = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)

/** Advances a paused clock by single milliseconds, so new timers start on time. */
export const runUntilShown = (page: Page, shown: Locator) =>
  expect(async () => {
    await page.clock.runFor(1)
    await expect(shown).toBeVisible({ timeout: 100 })
  }).toPass()
