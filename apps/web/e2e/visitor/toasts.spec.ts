import type { Page } from '@playwright/test'
import { tabTo } from '../support/accessible.ts'
import { profileScreen } from '../support/account-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { animationsEnded } from '../support/rendering.ts'

const region = (page: Page) => page.getByRole('region', { name: 'Notification' })

const START = new Date('2026-03-07T12:00:00Z').getTime()
/** Milliseconds, longer than a test, because Playwright pauses a clock only at a future time. */
const AHEAD = 600_000

const showToast = async (page: Page) => {
  await page.clock.install({ time: START })
  const profile = profileScreen(page)
  await profile.open()
  await page.clock.pauseAt(START + AHEAD)
  await profile.update.click()
  await expect(profile.toast).toContainText('No Changes')
  // Toasts stay while the pointer is over them.
  await page.mouse.move(3, 300)
  return profile
}

test('announces one toast at a time for 5,000 ms, or until it is dismissed', async ({ page }) => {
  const { toast, update } = await showToast(page)
  await page.clock.runFor(100)
  await expect(page.getByRole('status').filter({ hasText: /^Notification No Changes/ })).toHaveCount(1)
  await page.clock.runFor(3900)
  const first = await toast.elementHandle()
  await update.click()
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false)
  await expect(toast).toHaveCount(1)
  await page.mouse.move(3, 300)
  await page.clock.runFor(4999)
  await expect(toast).toBeVisible()
  await page.clock.runFor(1)
  await expect(toast).toHaveCount(0)

  const showAgain = async () => {
    await update.click()
    await expect(toast).toContainText('No Changes')
    await page.mouse.move(3, 300)
  }
  await showAgain()
  await page.keyboard.press('F7')
  await expect(region(page).getByRole('list')).not.toBeFocused()
  await page.keyboard.press('F8')
  await expect(region(page).getByRole('list')).toBeFocused()
  expect((await toast.boundingBox())?.width).toBeLessThanOrEqual(420)
  await tabTo(page, toast.getByRole('button'))
  await page.keyboard.press('Enter')
  await expect(toast).toHaveCount(0)

  await showAgain()
  const swipe = async (by: number) => {
    await animationsEnded(page)
    const box = await toast.boundingBox()
    if (!box) throw new Error('Nothing there to swipe')
    const [x, y] = [Math.round(box.x + 30), Math.round(box.y + 20)]
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

  await showAgain()
  const area = async () => {
    const { x, y, width, height } = (await region(page).getByRole('list').boundingBox()) ?? {}
    return { x, y, width, bottom: (y ?? 0) + (height ?? 0) }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(area).toMatchObject({ x: 1020, width: 420, bottom: 900 })
  await page.setViewportSize({ width: 767, height: 900 })
  await expect.poll(area).toMatchObject({ x: 0, y: 0, width: 767 })
  await expect(toast).toBeVisible()
  await toast.getByRole('button', { name: 'Dismiss' }).click()
  await expect(toast).toHaveCount(0)
})
