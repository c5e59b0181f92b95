import type { Page } from '@playwright/test'

/** A request of the page and its answer: whatever the page was about to request before has been sent by then. */
export const roundTrip = async (page: Page) => {
  await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()))
}
