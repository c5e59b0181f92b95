import type { Locator, Page, Request } from '@playwright/test'

/** Calls wait from now on, of one method or all, and are passed to the server once `release` is called. */
export const holdCalls = async (page: Page, path: string | RegExp, method?: 'GET') => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const held: Request[] = []
  await page.route(path, async (route) => {
    if (method && route.request().method() !== method) return route.fallback()
    held.push(route.request())
    await promise
    await route.continue()
  })
  return { held, release: resolve }
}

/** Clicks twice before the server answers the call of the first click. */
export const clickTwice = async (button: Locator, path: string) => {
  const calls = await holdCalls(button.page(), path)
  await button.dblclick()
  calls.release()
}
