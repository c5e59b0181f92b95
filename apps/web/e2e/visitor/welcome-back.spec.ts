import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { accountScreen, answerEmails, takeLinks, waitForServerAtLogout } from '../support/account-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { holdCalls } from '../support/held-calls.ts'
import { nudges } from '../support/nudge-screen.ts'
import { expectKeyboardIn, screenIsThere, usernameOn } from '../support/rate-screen.ts'
import { allAnswered } from '../support/requests-under-way.ts'
import { dismissToast, expectToast, NOT_LOADED } from '../support/toast.ts'

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

test('says in the sidebar that nobody is logged in', { tag: '@phone' }, async ({ page }) => {
  await arriveLoggedOut(page, '/')
  await expect(dialogOn(page)).toBeVisible()
  await page.keyboard.press('Escape')
  const banner = page.getByRole('banner')
  await expect(banner).toContainText('Logged out')
  await expect(banner).not.toContainText(/Loading|Active/)
})

test('who is logged out is greeted on every screen, and may close the greeting', { tag: '@phone' }, async ({
  page,
  site,
  problems,
  isMobile,
}) => {
  problems.expect(/^404 .*no\/such\/page/)
  for (const path of isMobile ? ['/'] : ['/', '/dmca', '/no/such/page'])
    await test.step(path, async () => {
      await arriveLoggedOut(page, path)
      await expect(dialogOn(page)).toBeVisible()
      await expect(dialogOn(page).getByRole('button', { name: 'Send Login Link' })).toBeDisabled()
      await expectKeyboardIn(dialogOn(page))
      if (path === '/') await expectAccessible(page)
      // A click meant for the screen must not close the dialog, which opens unasked.
      await page.mouse.click(3, 300)
      await expect(dialogOn(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialogOn(page)).toHaveCount(0)
      await screenIsThere(page)
      if (path === '/') await expectAccessible(page)
    })
  expect(await site.query('SELECT 1 FROM users')).toEqual([])
})

test('closes the dialog after a sent login link', async ({ page, site, problems }) => {
  problems.expect(/login-existing/, /ERR_FAILED .*\/welcome-back-dialog/)
  await answerEmails(page)
  const sent = await takeLinks(page, 'login-existing')
  const [email, send] = [
    dialogOn(page).getByRole('textbox', { name: 'Email address' }),
    dialogOn(page).getByRole('button', { name: 'Send Login Link' }),
  ]
  const code = /\/assets\/welcome-back-dialog/
  await page.route(code, (route) => route.abort())
  await arriveLoggedOut(page, '/upload')
  await expectToast(nudges(page).toast, 'The login form could not be loaded', NOT_LOADED)
  await dismissToast(nudges(page).toast)
  await page.getByRole('button', { name: 'Log in with email' }).click()
  await expectToast(nudges(page).toast, 'The login form could not be loaded', NOT_LOADED)
  await page.unroute(code)
  await page.getByRole('button', { name: 'Log in with email' }).click()
  await expect(dialogOn(page)).toBeVisible()
  await expect(send).toBeDisabled()
  await expectKeyboardIn(dialogOn(page))
  await page.keyboard.press('Escape')
  await expect(dialogOn(page)).toHaveCount(0)
  expect(await site.query('SELECT 1 FROM users')).toEqual([])
  await page.getByRole('button', { name: 'Log in with email' }).click()
  await email.fill('ada@example.com')
  await page.route('**/api/auth/login-existing', (route) => route.abort(), { times: 1 })
  await send.click()
  await expectToast(nudges(page).toast, 'Failed to Send Login Link', 'Please check your email address and try again.')
  await expect(dialogOn(page)).toBeVisible()
  expect(await isMarked(page)).toBe('true')

  await send.click()
  await expectToast(
    nudges(page).toast,
    'Login Link Sent!',
    'Check your email for a secure login link to access your existing account.',
  )
  await expect(dialogOn(page)).toHaveCount(0)
  expect(sent).toEqual([{ email: 'ada@example.com' }])
  expect(await isMarked(page)).toBeNull()
  await expect(page.getByRole('main')).toContainText('ada@example.com')
  await expectAccessible(page)
})

test('shows a logout in the other tab, and starts fresh in all of them', async ({ page, context }) => {
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
  // Both tabs may have created a session, and must agree on one.
  await expect.poll(async () => (await usernameOn(other)) === (await usernameOn(page))).toBe(true)
  expect(await usernameOn(page)).not.toBe(before)
  expect(await isMarked(page)).toBeNull()
  await other.close()
  await comeBackLoggedOut(page)
  await expect(dialogOn(page)).toBeVisible()
  await expect(accountScreen(page).opener).toHaveCount(0)
})

test('an answer that comes late does not bring a visitor back whom another tab has left', async ({ page, context }) => {
  await waitForServerAtLogout(page)
  await page.goto('/upload')
  const before = await usernameOn(page)
  const other = await context.newPage()
  const calls = await holdCalls(other, '**/api/session')
  await other.goto('/upload')
  await expect.poll(() => calls.held.length).toBeGreaterThan(0)
  const loaded = page.waitForEvent('load')
  await accountScreen(page).choose('Logout')
  await loaded
  await dialogOn(page).getByRole('button', { name: 'Login as a New User' }).click()
  await expect(accountScreen(page).opener).toBeVisible()
  const after = await usernameOn(page)
  expect(after).not.toBe(before)
  calls.release()
  await expect.poll(() => usernameOn(other)).toBe(after)
  await allAnswered(other)
  expect(await usernameOn(page)).toBe(after)
})
