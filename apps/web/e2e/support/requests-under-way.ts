import { type BrowserContext, expect, type Page, type Request } from '@playwright/test'
import { roundTrip } from './round-trip.ts'

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
