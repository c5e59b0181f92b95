import type { Page } from '@playwright/test'
import { accountScreen, answerEmails, nudges, takeLinks, waitForServerAtLogout } from '../support/account-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectKeyboardIn, rateScreenReady, usernameOn } from '../support/rate-screen.ts'

const dialogOn = (page: Page) => page.getByRole('dialog', { name: 'Welcome Back' })
const isMarked = (page: Page) => page.evaluate(() => localStorage.getItem('hotvote-logged-out'))
/** Simulates a page restored from the bfcache after another document logged out. */
const comeBackLoggedOut = (page: Page) =>
  page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    localStorage.setItem('hotvote-logged-out', 'true')
    localStorage.removeItem('hotvote-session')
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
const arriveLoggedOut = async (page: Page, path: string) => {
  await page.addInitScript(() => {
    if (!sessionStorage.getItem('was-here')) localStorage.setItem('hotvote-logged-out', 'true')
    sessionStorage.setItem('was-here', 'yes')
  })
  await page.goto(path)
}

test('greets a logged-out visitor on every screen until a login link is sent', async ({ page, site }) => {
  await answerEmails(page)
  const sent = await takeLinks(page, 'login-existing')
  const send = dialogOn(page).getByRole('button', { name: 'Send Login Link' })
  const banner = page.getByRole('banner')
  for (const path of ['/dmca', '/upload'])
    await test.step(path, async () => {
      await arriveLoggedOut(page, path)
      await expect(send).toBeDisabled()
      await expectKeyboardIn(dialogOn(page))
      // A click meant for the screen must not close the dialog, which opens unasked.
      await page.mouse.click(3, 300)
      await expect(dialogOn(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialogOn(page)).toHaveCount(0)
      await rateScreenReady(page)
      await expect(banner).toContainText('Logged out')
    })
  expect(await site.query('SELECT 1 FROM users')).toEqual([])

  await page.getByRole('button', { name: 'Log in with email' }).click()
  await dialogOn(page).getByRole('textbox', { name: 'Email address' }).fill('ada@example.com')
  await send.click()
  await expect(nudges(page).toast).toContainText('Login Link Sent!')
  await expect(dialogOn(page)).toHaveCount(0)
  expect(sent).toEqual([{ email: 'ada@example.com' }])
  expect(await isMarked(page)).toBeNull()
  await expect(page.getByRole('main')).toContainText('ada@example.com')
})

test('shows a logout in the other tab and starts over in both', async ({ page, context }) => {
  await waitForServerAtLogout(page)
  await page.goto('/upload')
  const before = await usernameOn(page)
  const other = await context.newPage()
  await other.goto('/profile')
  expect(await usernameOn(other)).toBe(before)
  const loaded = page.waitForEvent('load')
  await accountScreen(page).choose('Logout')
  await loaded
  await expect(dialogOn(page)).toBeVisible()
  await expect(dialogOn(other).getByRole('button', { name: 'Login as a New User' })).toBeVisible()
  await expect(accountScreen(other).opener).toHaveCount(0)
  await dialogOn(page).getByRole('button', { name: 'Login as a New User' }).click()
  await expect(accountScreen(page).opener).toBeVisible()
  await expect(dialogOn(other)).toHaveCount(0)
  // Both tabs may create a session, but must end up with one.
  await expect.poll(async () => (await usernameOn(other)) === (await usernameOn(page))).toBe(true)
  expect(await usernameOn(page)).not.toBe(before)
  expect(await isMarked(page)).toBeNull()
  await other.close()
  await comeBackLoggedOut(page)
  await expect(dialogOn(page)).toBeVisible()
  await expect(accountScreen(page).opener).toHaveCount(0)
})
