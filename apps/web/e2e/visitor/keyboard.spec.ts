import { expect, test } from '../support/fixtures.ts'
import { photo } from '../support/made-media.ts'
import { expectKeyboardIn, expectVotes, rateScreen, usernameOn } from '../support/rate-screen.ts'
import { addPhotos } from '../support/seeded-collection.ts'
import { tabTo } from '../support/tab-to.ts'
import { uploadScreen } from '../support/upload-screen.ts'

test('rating without a mouse: past the navigation, focus seen, result announced', async ({ page, site }) => {
  await addPhotos(site, 3)
  const rate = rateScreen(page)
  const first = await rate.open()
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)

  await tabTo(page, rate.not)
  await page.keyboard.press('Enter')
  const second = await rate.shown(2)
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
  await tabTo(page, rate.hot)
  await page.keyboard.press('Space')
  await rate.shown(3)
  const spoken = page.getByRole('main').locator('[aria-live=polite]')
  await expect(spoken.filter({ hasText: /You voted Hot.*100% hot.*1 vote/ })).toHaveCount(1)
  await expect(spoken.filter({ hasText: 'Photo 3, uploaded by SunnyOtter42' })).toHaveCount(1)
  await expectVotes(site, [
    { key: first, isHot: false },
    { key: second, isHot: true },
  ])
})

test('the viewer and the list of keys without a mouse keep the focus and give it back', async ({ page, site }) => {
  const [item] = await addPhotos(site, 1)
  const rate = rateScreen(page)
  await rate.open()
  await page.keyboard.press('Enter')
  await expect(rate.viewer).toBeVisible()
  await expectKeyboardIn(rate.viewer)
  await page.keyboard.press('Escape')
  await expect(rate.viewer).toBeHidden()

  await tabTo(page, rate.stage.getByRole('button', { name: 'Open full screen' }))
  await page.keyboard.press('Enter')
  await expect(rate.viewer).toBeVisible()
  await expectKeyboardIn(rate.viewer)
  for (const key of ['Tab', 'Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
  }
  await tabTo(page, rate.viewer.getByRole('button', { name: 'Close' }))
  await page.keyboard.press('Enter')
  await expect(rate.viewer).toBeHidden()
  await expect(rate.stage.locator(':focus')).toHaveCount(1)

  const help = rate.stage.getByRole('button', { name: 'Keyboard shortcuts' })
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await tabTo(page, help)
  await page.keyboard.press('Enter')
  await expectKeyboardIn(keys)
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await expect(help).toBeFocused()

  await page.keyboard.press('?')
  await expect(keys).toContainText(/Hot/)
  await expect(keys).toContainText(/Not/)
  await expect(keys).toContainText(/Skip/)
  await expectKeyboardIn(keys)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  // The arrow key pressed while the help covered the stage was no vote.
  expect(await rate.shown(1)).toBe(item?.key)
  await page.keyboard.press('ArrowLeft')
  await expect(rate.allRated).toBeVisible()
  await expectVotes(site, [{ key: item?.key ?? '', isHot: false }])
})

test('uploading without a mouse', async ({ page, site }) => {
  const upload = uploadScreen(page)
  // Playwright intercepts the file dialog only if a listener exists beforehand.
  const chooser = page.waitForEvent('filechooser', { timeout: 0 })
  await page.goto('/')
  await usernameOn(page)
  await tabTo(page, page.getByRole('navigation').getByRole('link', { name: /^Upload/ }))
  await page.keyboard.press('Enter')
  await tabTo(page, upload.zone)
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(await photo('beach.jpg'))
  await tabTo(page, upload.uploadAll)
  await page.keyboard.press('Enter')
  await expect(upload.row('beach.jpg')).toContainText('Completed')
  expect(await site.query('SELECT original_name AS name FROM media')).toEqual([{ name: 'beach.jpg' }])
})
