import { expect, type Page } from '@playwright/test'
import { allAnswered } from './requests-under-way.ts'

/** Takes the network away after the page has loaded everything it needs. */
export const goOffline = async (page: Page) => {
  // The banner's code loads when the browser is idle: an empty region shows that it has.
  await expect(page.locator('[role=status]:empty').first()).toBeAttached()
  await allAnswered(page)
  await page.context().setOffline(true)
}
