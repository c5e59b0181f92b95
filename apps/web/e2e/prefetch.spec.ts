import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectVotes, keyOf, rateScreen, saveData } from './rate-screen.ts'
import { allAnswered } from './requests-under-way.ts'

/** The photos that are in the stage and loaded, the one that is seen among them. */
const loadedIn = async (page: Page) => {
  const photos = rateScreen(page).stage.locator('img:not([src^="data:"])')
  const addresses = await photos.evaluateAll((all: HTMLImageElement[]) =>
    all.filter(({ complete, naturalWidth }) => complete && naturalWidth > 0).map(({ src }) => src),
  )
  return addresses.map(keyOf)
}
const countOf = async (page: Page) => (await loadedIn(page)).length

test('three photos wait, each once; a skip and an undo keep them', async ({ page, site, visitor }) => {
  await (await visitor()).uploadPhotos(7)
  const rate = rateScreen(page)
  const first = await rate.open()
  await expect.poll(() => countOf(page)).toBe(4)
  const waiting = await loadedIn(page)
  expect(new Set(waiting).size).toBe(4)
  await rate.hot.click()
  const second = await rate.shown(2)
  expect(waiting).toContain(second)
  await expectVotes(site, [{ key: first, isHot: true }])
  await page.keyboard.press('z')
  expect(await rate.shown(1)).toBe(first)
  await expectVotes(site, [])
  await rate.not.click()
  expect(await rate.shown(2)).toBe(second)
  await rate.skip.click()
  const seen = [first, second]
  for (const position of [3, 4, 5, 6, 7]) {
    seen.push(await rate.shown(position))
    await rate.hot.click()
  }
  expect(new Set(seen).size).toBe(7)
  // The skipped one comes last.
  expect(await rate.shown(2)).toBe(second)
})

test('one photo waits where data is saved', async ({ page, visitor }) => {
  await (await visitor()).uploadPhotos(4)
  await saveData(page)
  await rateScreen(page).open()
  await expect.poll(() => countOf(page)).toBe(2)
  await allAnswered(page)
  expect(await countOf(page)).toBe(2)
})

test('what waits was chosen for one visitor: who comes after them in this browser is shown none of it', async ({
  page,
  context,
  site,
  visitor,
  problems,
}) => {
  // For a document that is a script, the browser requests an icon.
  problems.expect(/favicon\.ico/)
  const items = await (await visitor()).uploadPhotos(5)
  const rate = rateScreen(page)
  await rate.open()
  await expect.poll(() => countOf(page)).toBe(4)
  await allAnswered(page)
  const other = await context.newPage()
  await other.goto('/theme.js')
  await other.evaluate(
    async (ids) => {
      const post = async (path: string, body: object) =>
        (
          await fetch(path, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify(body),
          })
        ).json()
      const remembered = { sessionId: 'o'.repeat(32), username: '' }
      const { id } = await post('/api/session', remembered)
      for (const mediaId of ids) await post('/api/votes', { userId: id, mediaId, isHot: true })
      localStorage.setItem('hotvote-session', JSON.stringify(remembered))
    },
    items.map(({ id }) => id),
  )
  await expect(rate.allRated).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await allAnswered(page)
  expect(await site.query('SELECT media_id FROM votes')).toHaveLength(items.length)
})
