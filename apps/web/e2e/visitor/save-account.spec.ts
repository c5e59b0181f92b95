import type { Page, Route } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { accountScreen, answerEmails, takeLinks } from '../support/account-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectKeyboardIn, usernameOn } from '../support/rate-screen.ts'
import { roundTrip } from '../support/round-trip.ts'
import { expectToast } from '../support/toast.ts'

const ADA = 'ada@example.com'
const refusal = (status: number, message: string) => ({
  status,
  json: { error: message, message, code: 'invalid_input', requestId: 'r' },
})

test('the account is saved by a link: one field, one button, then what to do next', {
  tag: '@phone',
}, async ({ page }) => {
  const account = accountScreen(page)
  await answerEmails(page)
  const sent = await takeLinks(page, 'send-magic-link')
  await page.goto('/')
  const username = await usernameOn(page)
  const sessionId = await page.evaluate(() => JSON.parse(localStorage.getItem('hotvote-session') ?? '{}').sessionId)
  await account.open('Save Account', 'Save Your Account')
  await expect(account.dialog).toContainText('Secure Account Access')
  await expect(account.dialog).toContainText('No passwords needed')
  await expect(account.email).toBeFocused()
  await expect(account.button('Send Magic Link')).toBeDisabled()
  await account.email.fill('  Ada@Example.COM ')
  await expect(account.dialog).toContainText('Email looks good!')
  await expect(account.button('Send Magic Link')).toBeEnabled()
  await expectAccessible(page)
  const refreshed = page.waitForRequest('**/api/session')
  await account.button('Send Magic Link').click()
  await expectToast(account.toast, 'Magic Link Sent!', 'Check your email for a secure login link.')
  expect(sent).toEqual([{ email: ADA, username, sessionId }])
  expect((await refreshed).method()).toBe('POST')
  await expect(account.dialog.getByRole('heading', { name: 'Check your inbox' })).toBeFocused()
  await expect(account.dialog).toContainText(ADA)
  await expectAccessible(page)
})

test('checks an email 800 ms after typing and resends after 30 seconds', async ({ page }) => {
  await page.clock.install()
  const account = accountScreen(page)
  const checkedEmails = await answerEmails(page)
  const sent = await takeLinks(page, 'send-magic-link')
  await page.goto('/')
  await account.open('Save Account', 'Save Your Account')
  await page.clock.pauseAt(Date.now() + 60 * 60_000)
  await account.email.fill('  ')
  await page.clock.runFor(2000)
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
  // The countdown is not part of the name, or screen readers would read every second.
  const again = account.dialog.getByRole('button', { name: 'Send again', exact: true })
  await expect(again).toBeDisabled()
  await page.clock.setSystemTime(Date.now())
  await page.clock.runFor(28_000)
  await expect(again).toBeDisabled()
  await page.clock.runFor(3000)
  await expect(again).toBeEnabled()
  await again.click()
  await expect.poll(() => sent.length).toBe(2)
  await expect(again).toBeDisabled()
  await account.button('Use another email').click()
  await expect(account.email).toBeFocused()
  await expect(account.email).toHaveValue('')
  expect(sent).toEqual([expect.objectContaining({ email: ADA }), expect.objectContaining({ email: ADA })])
  expect(checkedEmails).toEqual([ADA])
})

test('an address that cannot be says why, and what was probably meant; nothing is sent to it', async ({ page }) => {
  const account = accountScreen(page)
  const asked = await answerEmails(page, {
    'ada@gmial.com': {
      isValid: false,
      errors: ['This domain cannot receive email', 'Another'],
      suggestions: ['ada@gmail.com'],
    },
    'ada@nowhere.example': { isValid: false },
    'ada@bad.example': { isValid: false, errors: ['No mail there'] },
  })
  const sent = await takeLinks(page, 'send-magic-link')
  await page.goto('/')
  await account.open('Save Account', 'Save Your Account')
  const live = account.dialog.locator('[aria-live=polite]')
  const before = await live.count()
  await account.email.fill('ada@gmial.com')
  await expect(account.email).toHaveAccessibleDescription(
    'Please check your email address: This domain cannot receive email',
  )
  await expect(account.dialog.getByText('This domain cannot receive email')).toHaveCount(1)
  await expect(account.email).toHaveAttribute('aria-invalid', 'true')
  await expect(account.button('Send Magic Link')).toBeDisabled()
  await expect(account.dialog).toContainText('Did you mean')
  // Screen readers ignore a live region added together with its text.
  await expect(live).toHaveCount(before)
  await expectAccessible(page)
  await account.button('ada@gmail.com').click()
  await expect(account.email).toHaveValue('ada@gmail.com')
  await expect(account.email).toBeFocused()
  await expect(account.dialog).toContainText('Email looks good!')
  await account.email.fill('ada@nowhere.example')
  await expect(account.email).toHaveAccessibleDescription('Please check your email address')
  for (const [typed, reason] of [
    ['ada@nowhere.example', 'Invalid email address'],
    ['', 'Email address is required'],
    ['ada', 'Please enter a valid email address'],
    ['ada@bad.example', 'No mail there'],
  ] as const)
    await test.step(reason, async () => {
      await account.email.fill(typed)
      await account.email.press('Enter')
      await expect(account.email).toHaveAccessibleDescription(reason)
      await expect(account.email).toBeFocused()
    })
  await roundTrip(page)
  expect(sent).toEqual([])
  expect(asked).toContain('ada@bad.example')

  await account.button('Close').click()
  await expect(account.dialog).toBeHidden()
  await account.open('Save Account', 'Save Your Account')
  await expect(account.email).toHaveValue('')
})

test('retries a failed email check and ignores a late one', async ({ page, problems }) => {
  problems.expect(/ERR_FAILED/, /^429 .*send-magic-link/)
  const account = accountScreen(page)
  await page.route('**/api/validate-email', (route) => route.abort())
  await page.goto('/')
  await account.open('Save Account', 'Save Your Account')
  await account.email.fill(ADA)
  await expect(account.email).toHaveAccessibleDescription(/Unable to validate email address/)
  await expect(account.button('Send Magic Link')).toBeDisabled()
  const failedAgain = page.waitForEvent('requestfailed')
  await account.email.press('Enter')
  await failedAgain
  await expect(account.email).toHaveAccessibleDescription(/Unable to validate email address/)
  await page.unroute('**/api/validate-email')
  await answerEmails(page)
  await account.button('Check again').click()
  await expect(account.dialog).toContainText('Email looks good!')

  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  const refuseLate = async (route: Route) => {
    await mayAnswer
    await route.fulfill({ json: { isValid: false, errors: ['Old'], suggestions: [] } })
  }
  await page.route('**/api/validate-email', refuseLate, { times: 1 })
  const sent = await takeLinks(page, 'send-magic-link')
  const asked = page.waitForRequest('**/api/validate-email')
  await account.email.fill('old@example.com')
  await account.email.press('Enter')
  await asked
  await account.email.fill(ADA)
  await expect(account.dialog).toContainText('Email looks good!')
  const answered = page.waitForResponse((response) => response.request().postData()?.includes('old@') === true)
  answer()
  await answered
  await roundTrip(page)
  await expect(account.dialog).toContainText('Email looks good!')
  expect(sent).toEqual([])

  await page.route('**/send-magic-link', (route) => route.abort())
  await account.email.press('Enter')
  await expectToast(account.toast, 'Failed to Send Magic Link', 'Please try again later.')
  await page.route('**/send-magic-link', (route) => route.fulfill(refusal(429, 'Too many links: wait a while')))
  await account.button('Send Magic Link').click()
  await expectToast(account.toast, 'Failed to Send Magic Link', 'Too many links: wait a while')
  await expect(account.email).toHaveValue(ADA)
})

test('logging in as a different user sends a login link', async ({ page, problems }) => {
  problems.expect(/ERR_FAILED/, /^503 .*login-existing/)
  const account = accountScreen(page)
  await answerEmails(page)
  await page.route('**/login-existing', (route) => route.abort())
  await page.goto('/')
  const open = () => account.open('Login as Different User', 'Login as Different User')
  await open()
  await account.email.fill(ADA)
  await expectKeyboardIn(account.dialog)
  await page.keyboard.press('Escape')
  await expect(account.dialog).toBeHidden()
  await open()
  await expect(account.email).toHaveValue('')
  await expectAccessible(page)
  await account.email.fill(ADA)
  await account.email.press('Enter')
  await expectToast(account.toast, 'Failed to Send Login Link', 'Please check your email address and try again.')
  await page.route('**/login-existing', (route) => route.fulfill(refusal(503, 'Mail is down')))
  await account.button('Send Login Link').click()
  await expectToast(account.toast, 'Failed to Send Login Link', 'Mail is down')
  const sent = await takeLinks(page, 'login-existing')
  await account.button('Send Login Link').click()
  await expectToast(
    account.toast,
    'Login Link Sent!',
    'Check your email for a secure login link to access your existing account.',
  )
  expect(sent).toEqual([{ email: ADA }])
  await expect(account.dialog).toContainText('Check your inbox')
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

test("keeps the dialog above the phone's keyboard", {
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
