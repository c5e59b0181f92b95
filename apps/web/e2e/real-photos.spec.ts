import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from './fixtures.ts'
import { rateScreen } from './rate-screen.ts'
import { uploadScreen } from './upload-screen.ts'

/** Photos of a real camera, which lie beside the repository where somebody has put them. */
const FOLDER = resolve(fileURLToPath(new URL('../../..', import.meta.url)), '../shared/media/orientation')
const PHOTOS = ['landscape-6.jpg', 'portrait-3.jpg', 'portrait-6.jpg', 'portrait-8.jpg']

for (const name of PHOTOS)
  test(`${name} stands upright`, async ({ page, browser, baseURL }) => {
    // biome-ignore lint/suspicious/noSkippedTests: the photos are no part of the repository.
    test.skip(!existsSync(resolve(FOLDER, name)), `There is no ${resolve(FOLDER, name)}`)
    const upload = uploadScreen(page)
    await upload.open()
    await upload.browse({ name, mimeType: 'image/jpeg', buffer: readFileSync(resolve(FOLDER, name)) })
    await upload.uploadAll.click()
    await expect(upload.row(name)).toContainText('Completed')

    const elsewhere = await browser.newContext({ baseURL })
    const rate = rateScreen(await elsewhere.newPage())
    await rate.main.page().goto('/')
    await rate.shown(1)
    const size = () =>
      rate.item(1).evaluate((image: HTMLImageElement) => Math.sign(image.naturalWidth - image.naturalHeight))
    await expect.poll(size).toBe(name.startsWith('portrait') ? -1 : 1)
    await elsewhere.close()
  })
