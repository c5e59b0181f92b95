import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from './fixtures.ts'
import { keyOf, rateScreen } from './rate-screen.ts'

/** Photos of a real camera, which lie beside the repository where somebody has put them. */
const FOLDER = resolve(fileURLToPath(new URL('../../..', import.meta.url)), '../shared/media/orientation')
const PHOTOS = ['landscape-6.jpg', 'portrait-3.jpg', 'portrait-6.jpg', 'portrait-8.jpg']

test('photos of a camera stand upright, however it was held', async ({ page, visitor }) => {
  // biome-ignore lint/suspicious/noSkippedTests: the photos are no part of the repository.
  test.skip(!existsSync(FOLDER), `There is no ${FOLDER}`)
  const owner = await visitor()
  const names = new Map<string, string>()
  for (const name of PHOTOS) {
    const { url } = await owner.upload({ name, mimeType: 'image/jpeg', buffer: readFileSync(resolve(FOLDER, name)) })
    names.set(keyOf(url), name)
  }

  const rate = rateScreen(page)
  await page.goto('/')
  const seen: string[] = []
  for (let position = 1; position <= PHOTOS.length; position++) {
    const name = names.get(await rate.shown(position)) ?? 'another photo'
    seen.push(name)
    const size = () =>
      rate.item(position).evaluate((image: HTMLImageElement) => Math.sign(image.naturalWidth - image.naturalHeight))
    await expect.poll(size, name).toBe(name.startsWith('portrait') ? -1 : 1)
    await rate.settled()
    await rate.not.click()
  }
  await expect(rate.allRated).toBeVisible()
  expect(seen.sort()).toEqual(PHOTOS)
})
