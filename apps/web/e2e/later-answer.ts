import type { Page } from '@playwright/test'

/**
 * Comes back once the page has asked the site for something else and has the answer: whatever it was about to ask for
 * before has been seen by then. For what must not be asked for.
 */
export const laterAnswer = async (page: Page) => {
  await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()))
}
