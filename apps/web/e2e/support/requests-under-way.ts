import { type BrowserContext, expect, type Page, type Request } from '@playwright/test'
import { roundTrip } from './round-trip.ts'

const underWay = new WeakMap<Page, Set<Request>>()

/** Keeps track, from now on, of the requests of a browser's pages that have no answer yet. */
export const trackRequests = (context: BrowserContext) => {
  context.on('page', (page) => {
    const requests = new Set<Request>()
    underWay.set(page, requests)
    page.on('request', (request) => requests.add(request))
    page.on('requestfinished', (request) => requests.delete(request))
    page.on('requestfailed', (request) => requests.delete(request))
  })
}

/** Waits until all that a page has requested so far, or was about to request, is answered. */
export const allAnswered = async (page: Page) => {
  await roundTrip(page)
  await expect.poll(() => [...(underWay.get(page) ?? [])].map((request) => request.url())).toEqual([])
}

/** Waits until all that follows from what was answered so far is drawn, also what the page fetches for it when it is idle. */
export const allDrawn = async (page: Page) => {
  await roundTrip(page)
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
  await allAnswered(page)
  await roundTrip(page)
}
