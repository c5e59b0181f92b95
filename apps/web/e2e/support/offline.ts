import { expect, type Page } from '@playwright/test'
import { allAnswered } from './requests-under-way.ts'

/** Takes the network away, once the page has loaded all that it needs without one. */
export const goOffline = async (page: Page) => {
  // The code of the offline banner is loaded when the browser is idle: its region is there, still empty.
  await expect(page.locator('[role=status]:empty').first()).toBeAttached()
  await allAnswered(page)
  await page.context().setOffline(true)
}
