import { expect, type Page } from '@playwright/test'
import { allAnswered } from './requests-under-way.ts'

/** The network goes, once the page has all that it fetches for that. */
export const goOffline = async (page: Page) => {
  // The banner says nothing yet. Its code comes when the browser is idle, or not at all.
  await expect(page.locator('[role=status]:empty').first()).toBeAttached()
  await allAnswered(page)
  await page.context().setOffline(true)
}
