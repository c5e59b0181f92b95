import type { Locator, Page, Request } from '@playwright/test'

const changesSomething = (request: Request) => request.method() !== 'GET'

/** Calls that change something wait from now on, and are passed to the server once `release` is called. */
export const holdCalls = async (page: Page, path: string, isHeld = changesSomething) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    if (!isHeld(route.request())) return route.fallback()
    await promise
    await route.continue()
  })
  return { release: resolve }
}

/** Clicks twice before the server answers the call of the first click. */
export const clickTwice = async (button: Locator, path: string) => {
  // A GET may start something, too.
  const calls = await holdCalls(button.page(), path, () => true)
  await button.dblclick()
  calls.release()
}
