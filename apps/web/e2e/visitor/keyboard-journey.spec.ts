import { tabTo } from '../support/accessible.ts'
import { expect, test } from '../support/fixtures.ts'
import { photo } from '../support/made-media.ts'
import { expectVotes, rateScreen } from '../support/rate-screen.ts'
import { layoutShift } from '../support/rendering.ts'
import { addPhotos } from '../support/seeded-collection.ts'
import { uploadScreen } from '../support/upload-screen.ts'

/** A screen of 1440 × 900 pixels, and one of 1280 × 1024 pixels zoomed to 400 percent. */
for (const viewport of [
  { width: 1440, height: 900 },
  { width: 320, height: 256 },
])
  test(`rates and uploads by keyboard alone at ${viewport.width} × ${viewport.height}`, async ({ page, site }) => {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await addPhotos(site, 3)
    const rate = rateScreen(page)
    const first = await rate.open()
    await tabTo(page, rate.hot)
    await page.keyboard.press('Enter')
    const second = await rate.shown(2)
    await page.keyboard.press('z')
    await rate.shown(1)
    await tabTo(page, rate.not)
    await page.keyboard.press('Enter')
    await rate.shown(2)
    await rate.tabToLastVote()
    await expect(rate.main.getByText("Not · You're the first")).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('ArrowRight')
    await rate.shown(3)
    await expectVotes(site, [
      { key: first, isHot: false },
      { key: second, isHot: true },
    ])
    expect(await layoutShift(page)).toBeLessThan(0.02)

    const upload = uploadScreen(page)
    await tabTo(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Upload/ }))
    await page.keyboard.press('Enter')
    // Expected early, because a key may open the file dialog before the browser hands it to the test.
    const chooser = page.waitForEvent('filechooser')
    await tabTo(page, upload.zone)
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(await photo('mine.jpg'))
    await tabTo(page, upload.uploadAll)
    await page.keyboard.press('Enter')
    await expect(upload.row('mine.jpg')).toContainText('Completed')
    await tabTo(page, upload.remove('mine.jpg'))
    await expect(upload.remove('mine.jpg')).toBeInViewport({ ratio: 1 })
  })
