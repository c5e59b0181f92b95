import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { profileScreen } from './profile-screen.ts'

const region = (page: Page) => page.getByRole('region', { name: 'Notification' })

/** Time passes only as the test says; a toast is there. */
const showToast = async (page: Page) => {
  await page.clock.install()
  const profile = profileScreen(page)
  await profile.open()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2000)
  await profile.update.click()
  await expect(profile.toast).toContainText('No Changes')
  // It counts its time while nobody points at it.
  await page.mouse.move(3, 300)
  return profile
}

test('a toast shows for 5000 ms, and only one at a time', async ({ page }) => {
  const { toast, update } = await showToast(page)
  await page.clock.runFor(4000)
  await update.click()
  await expect(toast).toHaveCount(1)
  await page.clock.runFor(4999)
  await expect(toast).toBeVisible()
  await page.clock.runFor(1)
  await expect(toast).toHaveCount(0)
})

test('a toast is announced as a Notification', async ({ page }) => {
  await showToast(page)
  await page.clock.runFor(100)
  await expect(page.getByRole('status').filter({ hasText: /^Notification No Changes/ })).toHaveCount(1)
})

test('F8 leads the keyboard to the notifications', async ({ page }) => {
  await showToast(page)
  await page.keyboard.press('F7')
  await expect(region(page).getByRole('list')).not.toBeFocused()
  await page.keyboard.press('F8')
  await expect(region(page).getByRole('list')).toBeFocused()
})

test('a swipe to the right of more than 50 px dismisses', async ({ page }) => {
  const { toast } = await showToast(page)
  const swipe = async (by: number) => {
    const box = await toast.boundingBox()
    const [x, y] = [Math.round((box?.x ?? 0) + 30), Math.round((box?.y ?? 0) + 20)]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + by / 2, y)
    await page.mouse.move(x + by, y)
    await page.mouse.up()
  }
  await swipe(-80)
  await swipe(50)
  await expect(toast).toBeVisible()
  await swipe(52)
  await expect(toast).toHaveCount(0)
})

test('toasts are at the top, on wide screens bottom right and 420 px wide', async ({ page }) => {
  const { toast } = await showToast(page)
  const area = async () => region(page).getByRole('list').boundingBox()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(area).toMatchObject({ x: 1020, width: 420 })
  expect(((await area())?.y ?? 0) + ((await area())?.height ?? 0)).toBe(900)
  await page.setViewportSize({ width: 767, height: 900 })
  await expect.poll(area).toMatchObject({ x: 0, y: 0, width: 767 })
  await expect(toast).toBeVisible()
})
