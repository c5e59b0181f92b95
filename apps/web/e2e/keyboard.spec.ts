import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { photo } from './made-media.ts'
import { expectVotes, rateScreen, usernameOn } from './rate-screen.ts'
import { uploadScreen } from './upload-screen.ts'

const MOST_STOPS = 40

/** The target and what is around it, as painted. */
const picture = async (page: Page, target: Locator) => {
  const box = await target.boundingBox()
  if (!box) throw new Error('Nothing there to look at')
  const clip = { x: Math.max(0, box.x - 6), y: Math.max(0, box.y - 6), width: box.width + 12, height: box.height + 12 }
  return (await page.screenshot({ clip, animations: 'disabled' })).toString('base64')
}

/** Goes on with Tab until it gets there, as somebody without a mouse does, and sees where they are. */
const tabTo = async (page: Page, target: Locator) => {
  const isThere = () => target.evaluate((element) => element === document.activeElement)
  await expect(target).toBeVisible()
  const before = (await isThere()) ? '' : await picture(page, target)
  for (let stops = 0; stops < MOST_STOPS && !(await isThere()); stops++) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
  expect((await picture(page, target)) === before, 'the focus cannot be seen').toBe(false)
}

test('the first stop leads past the navigation', async ({ page, visitor }) => {
  await (await visitor()).uploadPhotos(1)
  await page.goto('/')
  await rateScreen(page).shown(1)
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
})

test('rating without a mouse', async ({ page, site, visitor }) => {
  await (await visitor()).uploadPhotos(3)
  const rate = rateScreen(page)
  await page.goto('/')
  const first = await rate.shown(1)
  await tabTo(page, rate.not)
  await page.keyboard.press('Enter')
  const second = await rate.shown(2)
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
  await tabTo(page, rate.hot)
  await page.keyboard.press('Space')
  await rate.shown(3)
  await expectVotes(site, [
    { key: first, isHot: false },
    { key: second, isHot: true },
  ])
})

test('the viewer without a mouse keeps the focus and gives it back', async ({ page, visitor }) => {
  await (await visitor()).uploadPhotos(1)
  const rate = rateScreen(page)
  await page.goto('/')
  await rate.shown(1)
  await tabTo(page, rate.stage.getByRole('button', { name: 'Open full screen' }))
  await page.keyboard.press('Enter')
  await expect(rate.viewer).toBeVisible()
  for (const key of ['Tab', 'Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
  }
  await tabTo(page, rate.viewer.getByRole('button', { name: 'Close' }))
  await page.keyboard.press('Enter')
  await expect(rate.viewer).toBeHidden()
  await expect(rate.stage.locator(':focus')).toHaveCount(1)
})

test('result and next item are announced', async ({ page, visitor }) => {
  const uploader = await visitor()
  await uploader.uploadPhotos(2)
  const rate = rateScreen(page)
  await page.goto('/')
  await rate.shown(1)
  await page.keyboard.press('ArrowRight')
  const spoken = page.getByRole('main').locator('[aria-live=polite]')
  await expect(spoken.filter({ hasText: /You voted Hot.*100% hot.*1 vote/ })).toHaveCount(1)
  await expect(spoken.filter({ hasText: `Photo 2 of many, uploaded by ${uploader.username}` })).toHaveCount(1)
})

test('uploading without a mouse', async ({ page, site }) => {
  const upload = uploadScreen(page)
  // Asked for early: the browser has to know of it before the dialog would open.
  const chooser = page.waitForEvent('filechooser')
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

test('F8 leads to the notification, one is shown at a time', async ({ page }) => {
  const upload = uploadScreen(page)
  await upload.open()
  const region = page.getByRole('region', { name: 'Notification' })
  for (const name of ['first.pdf', 'second.pdf']) await upload.paste({ name, mimeType: 'application/pdf', size: 9 })
  await expect(upload.toast).toHaveCount(1)
  await page.keyboard.press('F8')
  await expect(region.or(region.locator(':focus')).and(page.locator(':focus'))).toHaveCount(1)
  const box = await upload.toast.boundingBox()
  expect(box?.width).toBeLessThanOrEqual(420)
  await tabTo(page, upload.toast.getByRole('button'))
  await page.keyboard.press('Enter')
  await expect(upload.toast).toHaveCount(0)
})
