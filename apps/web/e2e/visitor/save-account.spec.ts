import type { Page } from '@playwright/test'
import { accountScreen, answerEmails, storedSessionId, takeLinks } from '../support/account-screen.ts'
import { roundTrip } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { usernameOn } from '../support/rate-screen.ts'
import { expectToast } from '../support/toast.ts'

const ADA = 'ada@example.com'
test('checks an email 800 ms after typing, sends a link and resends it after 30 s', async ({ page }) => {
  await page.clock.install()
  const account = accountScreen(page)
  const checkedEmails = await answerEmails(page)
  const sent = await takeLinks(page, 'send-magic-link')
  await page.goto('/')
  const username = await usernameOn(page)
  const sessionId = await storedSessionId(page)
  await account.open('Save Account', 'Save Your Account')
  await expect(account.dialog).toContainText('Secure Account Access')
  await expect(account.dialog).toContainText('No passwords needed')
  await expect(account.email).toBeFocused()
  await expect(account.button('Send Magic Link')).toBeDisabled()
  await page.clock.pauseAt(Date.now() + 60 * 60_000)
  await account.email.fill(' ADA@')
  await expect(account.dialog).toContainText('Checking your email address…')
  await page.clock.runFor(700)
  await account.email.fill(' ADA@Example.com')
  await page.clock.runFor(799)
  await roundTrip(page)
  expect(checkedEmails).toEqual([])
  await page.clock.runFor(1)
  await expect.poll(() => checkedEmails).toEqual([ADA])

  await page.keyboard.press('Enter')
  await expect(account.dialog.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await expect(account.dialog).toContainText(ADA)
  expect(sent).toEqual([{ email: ADA, username, sessionId }])
  // The countdown is not part of the name, or screen readers would read every second.
  const again = account.dialog.getByRole('button', { name: 'Send again', exact: true })
  await expect(again).toBeDisabled()
  await page.clock.setSystemTime(Date.now())
  await page.clock.runFor(28_000)
  await expect(again).toBeDisabled()
  await page.clock.runFor(3000)
  await again.click()
  await expect.poll(() => sent.length).toBe(2)
  await page.clock.resume()
  await account.button('Use another email').click()
  await expect(account.email).toHaveValue(ADA)
  await account.email.press('Enter')
  await expect.poll(() => sent.length).toBe(3)
  await expect(account.dialog).toContainText(ADA)
  await page.keyboard.press('Escape')
  await account.open('Save Account', 'Save Your Account')
  await expect(account.dialog).toContainText(ADA)
  await account.button('Use another email').click()
  await expect(account.email).toHaveValue('')
})

test('explains an invalid email, suggests a correction, and keeps it after a failure', async ({ page, problems }) => {
  problems.expect(/ERR_FAILED/, /^429 .*send-magic-link/)
  const account = accountScreen(page)
  await answerEmails(page, {
    'ada@gmial.com': { isValid: false, errors: ['This domain cannot receive email'], suggestions: ['ada@gmail.com'] },
    'ada@nowhere.example': { isValid: false },
  })
  await page.goto('/')
  await account.open('Save Account', 'Save Your Account')
  await account.email.fill('ada@gmial.com')
  await expect(account.email).toHaveAccessibleDescription(
    'Please check your email address: This domain cannot receive email',
  )
  await expect(account.button('Send Magic Link')).toBeDisabled()
  await expect(account.dialog).toContainText('Did you mean')
  await account.button('ada@gmail.com').click()
  await expect(account.email).toHaveValue('ada@gmail.com')
  await expect(account.dialog).toContainText('Email looks good!')
  for (const [typed, reason] of [
    ['ada@nowhere.example', 'Invalid email address'],
    ['', 'Email address is required'],
    ['ada', 'Please enter a valid email address'],
  ] as const)
    await test.step(reason, async () => {
      await account.email.fill(typed)
      await account.email.press('Enter')
      await expect(account.email).toHaveAccessibleDescription(reason)
    })
  await page.keyboard.press('Escape')
  await expect(account.dialog).toBeHidden()

  await page.route('**/api/validate-email', (route) => route.abort())
  await account.open('Save Account', 'Save Your Account')
  await expect(account.email).toHaveValue('')
  await account.email.fill(ADA)
  await expect(account.email).toHaveAccessibleDescription(/Unable to validate email address/)
  await page.unroute('**/api/validate-email')
  await answerEmails(page)
  await account.button('Check again').click()
  await expect(account.dialog).toContainText('Email looks good!')
  await page.route('**/send-magic-link', (route) => route.fulfill({ status: 429, json: { message: 'Wait a while' } }))
  await account.button('Send Magic Link').click()
  await expectToast(account.toast, 'Failed to Send Magic Link', 'Wait a while')
  await expect(account.email).toHaveValue(ADA)
})

/** Pixels of the screen above the phone's keyboard. */
const ABOVE_KEYBOARD = 420

/** Phone keyboards shrink the visual viewport, but not the page. */
const showKeyboardInFields = (page: Page) =>
  page.addInitScript((left) => {
    const whole = Object.getOwnPropertyDescriptor(VisualViewport.prototype, 'height')?.get
    const isOpen = () => document.activeElement?.matches('input') === true
    Object.defineProperty(VisualViewport.prototype, 'height', {
      get() {
        return isOpen() ? left : whole?.call(this)
      },
    })
    for (const type of ['focusin', 'focusout'])
      addEventListener(type, () => setTimeout(() => visualViewport?.dispatchEvent(new Event('resize'))))
  }, ABOVE_KEYBOARD)

test('keeps the dialog above the keyboard of a phone', {
  tag: '@phone-only',
}, async ({ page }) => {
  const account = accountScreen(page)
  await answerEmails(page)
  await showKeyboardInFields(page)
  await page.goto('/')
  await account.open('Save Account', 'Save Your Account')
  await account.email.tap()
  await account.email.fill(ADA)
  await expect(account.dialog).toContainText('Email looks good!')
  const bottomOf = async () => {
    const box = await account.dialog.boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  await expect.poll(bottomOf).toBeLessThan(ABOVE_KEYBOARD)
  await account.button('Send Magic Link').scrollIntoViewIfNeeded()
  await expect(account.button('Send Magic Link')).toBeInViewport({ ratio: 1 })
  await expect(account.email).toBeFocused()

  await page.touchscreen.tap(195, 830)
  await expect(account.dialog).toBeFocused()
  await expect.poll(bottomOf).toBeGreaterThan(ABOVE_KEYBOARD)
  await expect(account.email).toHaveValue(ADA)
  await page.touchscreen.tap(60, 740)
  await expect(account.dialog).toHaveCount(0)
})
