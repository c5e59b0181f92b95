import type { Page } from '@playwright/test'

/** Requests that the page was about to send have been sent when this resolves. */
export const roundTrip = async (page: Page) => {
  await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()))
}
