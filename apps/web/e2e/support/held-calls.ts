import type { Locator, Page, Request } from '@playwright/test'

/** Delays matching calls until `release` is called. */
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

export const clickTwice = async (button: Locator, path: string) => {
  const calls = await holdCalls(button.page(), path)
  await button.dblclick()
  calls.release()
}
