import { type BrowserContext, expect, type Locator, type Page, type Request } from '@playwright/test'

/** Waits until the page has sent all requests that it was about to send. */
export const roundTrip = async (page: Page) => {
  await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()))
}

const underWay = new WeakMap<Page, Set<Request>>()

/** Tracks unanswered requests of all pages from now on. */
export const trackRequests = (context: BrowserContext) => {
  context.on('page', (page) => {
    const requests = new Set<Request>()
    underWay.set(page, requests)
    page.on('request', (request) => requests.add(request))
    page.on('requestfinished', (request) => requests.delete(request))
    page.on('requestfailed', (request) => requests.delete(request))
  })
}

/** Waits until all requests, including those about to be sent, are answered. */
export const allAnswered = async (page: Page) => {
  await roundTrip(page)
  await expect.poll(() => [...(underWay.get(page) ?? [])].map((request) => request.url())).toEqual([])
}

/** Waits until all answers are rendered, including requests that the page makes when idle. */
export const allDrawn = async (page: Page) => {
  await roundTrip(page)
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
  await allAnswered(page)
  await roundTrip(page)
}

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
