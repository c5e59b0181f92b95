import type { RatingItem } from '@hotvote/shared/visitor/rating'
import type { Page } from '@playwright/test'
import { show } from '../support/browser-state.ts'
import { allAnswered } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectVotes, keyOf, rateScreen } from '../support/rate-screen.ts'
import { addPhotos } from '../support/seeded-collection.ts'

/** Counts the loaded photos in the stage, including the visible one. */
const loadedIn = async (page: Page) => {
  const photos = rateScreen(page).stage.locator('img:not([src^="data:"])')
  const addresses = await photos.evaluateAll((all: HTMLImageElement[]) =>
    all.filter(({ complete, naturalWidth }) => complete && naturalWidth > 0).map(({ src }) => src),
  )
  return addresses.map(keyOf)
}
const countOf = async (page: Page) => (await loadedIn(page)).length

test('prefetches three photos, each only once despite skips and undos', async ({ page, site }) => {
  const added = await addPhotos(site, 5)
  const rate = rateScreen(page)
  const recorded: string[] = []
  page.on('request', (request) => {
    const [, id] = /\/api\/media\/(\d+)\/view$/.exec(request.url()) ?? []
    if (id) recorded.push(id)
  })
  const prefetched = page.waitForResponse(/\/api\/media\/random\/\d+\?exclude=\d+/)
  await page.addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
  })
  const first = await rate.open()
  const next: RatingItem = await (await prefetched).json()
  await expect.poll(() => countOf(page)).toBe(4)
  const waiting = await loadedIn(page)
  expect(new Set(waiting).size).toBe(4)
  expect(keyOf(next.displayUrl)).not.toBe(first)
  expect(waiting).toContain(keyOf(next.displayUrl))
  await allAnswered(page)
  expect(recorded).toEqual([])
  await show(page, 'visible')
  await rate.hot.click()
  const second = await rate.shown(2)
  expect(second).toBe(keyOf(next.displayUrl))
  await expectVotes(site, [{ key: first, isHot: true }])
  await page.keyboard.press('z')
  expect(await rate.shown(1)).toBe(first)
  await expectVotes(site, [])
  await rate.not.click()
  expect(await rate.shown(2)).toBe(second)
  await rate.skip.click()
  const seen = [first, second]
  for (const position of [3, 4, 5]) {
    seen.push(await rate.shown(position))
    await rate.hot.click()
  }
  expect(new Set(seen).size).toBe(5)
  expect(await rate.shown(2)).toBe(second)
  await allAnswered(page)
  const ids = added.map(({ id }) => String(id)).sort()
  const viewed = await site.query<{ id: string }>('SELECT media_id AS id FROM views')
  expect(viewed.map(({ id }) => id).sort()).toEqual(ids)
  expect(recorded.sort()).toEqual(ids)
})
