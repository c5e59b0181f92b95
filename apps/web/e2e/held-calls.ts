import type { Locator, Page } from '@playwright/test'

/** Calls that change something wait from now on, and are passed to the server once `release` is called. */
export const holdCalls = async (page: Page, path: string) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    await promise
    await route.continue()
  })
  return { release: resolve }
}

/** Clicks twice before the server answers the call of the first click. */
export const clickTwice = async (button: Locator, path: string) => {
  const calls = await holdCalls(button.page(), path)
  await button.dblclick()
  calls.release()
}
