import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { answerEmails } from '../support/account-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { nudges, setEmailCapture } from '../support/nudge-screen.ts'
import { expectKeyboardIn, expectVotes, rateScreen } from '../support/rate-screen.ts'
import { allAnswered, allDrawn } from '../support/requests-under-way.ts'
import { addPhotos } from '../support/seeded-collection.ts'
import { swipe } from '../support/swipe.ts'
import { expectToast, NOT_LOADED } from '../support/toast.ts'

/** Votes Hot on items from this position on, waiting until each vote is counted. */
const voteOn = async (page: Page, from: number, count: number) => {
  const rate = rateScreen(page)
  for (let position = from; position < from + count; position++) {
    await rate.shown(position)
    const answer = page.waitForResponse('**/api/votes')
    await rate.hot.click()
    await (await answer).finished()
  }
}

test('after enough votes an address is asked for; leaving one lets the visitor go on', {
  tag: '@phone',
}, async ({ page, site, isMobile }) => {
  await addPhotos(site, 4)
  await setEmailCapture(site, true, 2)
  const checkedEmails = await answerEmails(page)
  const nudge = nudges(page)
  await page.goto('/')
  await voteOn(page, 1, 1)
  await rateScreen(page).shown(2)
  await allDrawn(page)
  await expect(nudge.modal).toHaveCount(0)
  await voteOn(page, 2, 1)
  await expect(nudge.modal).toBeVisible()
  // On a phone the dialog has the focus, because the field would open the keyboard.
  await expect(isMobile ? nudge.modal : nudge.email).toBeFocused()
  await expect(nudge.submit).toBeDisabled()
  await nudge.email.fill(' Ada@Example.COM ')
  await expect(nudge.modal).toContainText('Email looks good!')
  await expectAccessible(page)
  await nudge.submit.click()
  await expectToast(
    nudge.toast,
    'Thanks for your email!',
    "We'll keep you updated on new features and exciting content.",
  )
  await expect(nudge.modal).toHaveCount(0)
  if (isMobile) return
  expect(checkedEmails).toEqual(['ada@example.com'])
  expect(await site.query('SELECT email FROM captured_emails')).toEqual([{ email: 'ada@example.com' }])
  expect(await site.query('SELECT 1 FROM users WHERE email IS NOT NULL')).toEqual([])
  await voteOn(page, 3, 1)
  await rateScreen(page).shown(4)
  await allDrawn(page)
  await expect(nudge.modal).toHaveCount(0)

  await setEmailCapture(site, true, 1)
  await page.reload()
  await voteOn(page, 1, 1)
  await expect(rateScreen(page).allRated).toBeVisible()
  await allDrawn(page)
  await expect(nudge.modal).toHaveCount(0)
  await expect(nudge.notice).toHaveCount(0)
})

test('nobody is asked while it is off, and never who has a saved account', async ({ page, site }) => {
  await addPhotos(site, 5)
  const nudge = nudges(page)
  await setEmailCapture(site, false, 1)
  await page.goto('/')
  await voteOn(page, 1, 1)
  await rateScreen(page).shown(2)
  await allDrawn(page)
  await expect(nudge.modal).toHaveCount(0)

  await setEmailCapture(site, true, 1)
  await site.query(`UPDATE users SET email = 'ada@example.com', email_verified_at = now() WHERE uploads = 0`)
  await page.reload()
  await voteOn(page, 1, 2)
  await rateScreen(page).shown(3)
  await allDrawn(page)
  await expect(nudge.modal).toHaveCount(0)
  await expect(nudge.bubble).toHaveCount(0)
})

test('who puts it off votes no further, by no way, until the account is saved', {
  tag: '@phone',
}, async ({ page, site, isMobile }) => {
  await addPhotos(site, 3)
  await setEmailCapture(site, true, 1)
  await answerEmails(page)
  const [rate, nudge] = [rateScreen(page), nudges(page)]
  const first = await rate.open()
  await rate.hot.click()
  // The dialog opens unasked, so a stray click beside it must not close it.
  await expectKeyboardIn(nudge.modal)
  await page.mouse.click(3, 300)
  await expect(nudge.modal).toBeVisible()
  await expect(nudge.notice).toHaveCount(0)
  await nudge.later.click()
  await expect(nudge.modal).toHaveCount(0)
  await expect(nudge.notice).toContainText('Email Required to Continue')
  await expect(rate.hot).toBeDisabled()
  await expect(rate.not).toBeDisabled()
  await expect(rate.hot).toHaveAccessibleDescription(/Email Required to Continue/)
  await expect(rate.skip).toBeEnabled()
  await expectAccessible(page)

  await rate.undo.click()
  expect(await rate.shown(1)).toBe(first)
  await expectVotes(site, [])
  await expect(nudge.notice).toHaveCount(0)
  await rate.hot.click()
  await expect(nudge.notice).toContainText('Email Required to Continue')

  const shown = await rate.shown(2)
  for (const key of ['ArrowRight', 'ArrowLeft', 'h', 'n']) await page.keyboard.press(key)
  await rate.hot.click({ force: true })
  await rate.not.click({ force: true })
  await swipe(rate.stage, { x: 180, y: 0 })
  await swipe(rate.stage, { x: -180, y: 0 })
  await page.keyboard.press('Escape')
  await allAnswered(page)
  expect(await rate.shown(2)).toBe(shown)
  await expectVotes(site, [{ key: first, isHot: true }])

  await rate.skip.click()
  await rate.shown(3)
  await expectVotes(site, [{ key: first, isHot: true }])
  if (isMobile) return

  const goToRate = () => page.getByRole('navigation', { name: 'Main' }).locator('[href="/"]').click()
  await nudge.toProfile.click()
  await expect(page).toHaveURL('/profile')
  await goToRate()
  await expect(nudge.notice).toBeVisible()

  const other = await page.context().newPage()
  await answerEmails(other)
  await other.goto((await nudge.toProfile.getAttribute('href')) ?? '')
  await other.getByRole('textbox', { name: 'Email address' }).last().fill('ada@example.com')
  await other.getByRole('button', { name: 'Send Magic Link' }).click()
  await expect(nudges(other).toast).toContainText('Magic Link Sent!')
  await expect(rate.hot).toBeEnabled()
  await expect(nudge.notice).toHaveCount(0)
})

test('restarts the count and the postponement with the page', async ({ page, site, problems }) => {
  problems.expect(/^5\d\d .*email-capture/, /ERR_FAILED.*email-capture/)
  await addPhotos(site, 8)
  await setEmailCapture(site, true, 2)
  await answerEmails(page, { 'ada@gmial.com': { suggestions: ['ada@gmail.com'] } })
  const [rate, nudge] = [rateScreen(page), nudges(page)]
  await page.goto('/')
  await voteOn(page, 1, 1)
  await rate.shown(2)
  await allDrawn(page)
  await page.reload()
  await voteOn(page, 1, 1)
  await rate.shown(2)
  await allDrawn(page)
  await expect(nudge.modal).toHaveCount(0)
  const code = /\/assets\/email-capture-modal/
  await page.route(code, (route) => route.abort())
  await voteOn(page, 2, 1)
  await expectToast(nudge.toast, 'The email form could not be loaded', NOT_LOADED)
  await rate.shown(3)
  await nudge.toast.getByRole('button', { name: 'Dismiss' }).click()
  const failedAgain = page.waitForEvent('requestfailed', (request) => code.test(request.url()))
  await page.keyboard.press('ArrowRight')
  await failedAgain
  await rate.shown(4)
  expect(await nudge.toast.count()).toBe(0)
  await page.unroute(code)
  await page.keyboard.press('ArrowRight')
  await expect(nudge.email).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(nudge.modal).toContainText('Email address is required')
  await page.keyboard.press('Escape')
  await expect(nudge.notice).toBeVisible()
  await expect(nudge.modal).toHaveCount(0)
  await rate.shown(5)
  await page.keyboard.press('s')
  await rate.shown(6)

  await page.reload()
  await voteOn(page, 1, 1)
  await rate.shown(2)
  await allDrawn(page)
  await expect(rate.hot).toBeEnabled()
  await voteOn(page, 2, 1)

  await nudge.email.fill('ada@gmial.com')
  await nudge.modal.getByRole('button', { name: 'ada@gmail.com' }).click()
  await expect(nudge.email).toHaveValue('ada@gmail.com')
  await page.route('**/api/email-capture', (route) => route.abort())
  await expect(nudge.submit).toBeEnabled()
  await nudge.submit.click()
  await expectToast(nudge.toast, 'Error', 'Failed to save email address')
  const message = 'The site is busy right now.'
  const json = { error: message, message, code: 'unavailable', requestId: 'r' }
  await page.route('**/api/email-capture', (route) => route.fulfill({ status: 503, json }))
  await nudge.submit.click()
  await expectToast(nudge.toast, 'Error', message)
  await expect(nudge.email).toHaveValue('ada@gmail.com')
  await page.unroute('**/api/email-capture')
  // The server stores the address, but the answer is lost: the page retries.
  await page.route('**/api/email-capture', (route) => route.fetch().then(() => route.abort()), { times: 1 })
  await nudge.submit.click()
  await expect(nudge.modal).toHaveCount(0)
  expect(await site.query('SELECT email FROM captured_emails')).toEqual([{ email: 'ada@gmail.com' }])
})
