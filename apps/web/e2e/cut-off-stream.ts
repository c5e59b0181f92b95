import type { Page } from '@playwright/test'

/** Nothing is told of what changes: an answer is the first to say what somebody else did. */
export const cutOffStream = async (page: Page, problems: { expect(...patterns: RegExp[]): void }) => {
  problems.expect(/ERR_FAILED .*\/api\/admin\/events/)
  await page.route('**/api/admin/events', (route) => route.abort())
}
