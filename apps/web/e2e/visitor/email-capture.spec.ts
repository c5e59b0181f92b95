import type { Page } from '@playwright/test'
import { answerEmails, nudges, setEmailCapture } from '../support/account-screen.ts'
import { allAnswered, allDrawn } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { swipe } from '../support/gestures.ts'
import { expectKeyboardIn, expectVotes, rateScreen, viewerScreen } from '../support/rate-screen.ts'
import { addPhotos } from '../support/seeded-collection.ts'
import { expectToast } from '../support/toast.ts'

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

test('asks for an email after enough votes on a page, unless that is off', async ({ page, site }) => {
  await addPhotos(site, 7)
  const checkedEmails = await answerEmails(page)
  const [rate, nudge] = [rateScreen(page), nudges(page)]
  const expectNone = async (position: number) => {
    await rate.shown(position)
    await allDrawn(page)
    await expect(nudge.modal).toHaveCount(0)
  }
  await setEmailCapture(site, false, 1)
  await page.goto('/')
  await voteOn(page, 1, 1)
  await expectNone(2)
  await setEmailCapture(site, true, 2)
  for (const _ of ['at first', 'reloaded']) {
    await page.goto('/')
    await voteOn(page, 1, 1)
    await expectNone(2)
  }
  await voteOn(page, 2, 1)
  await expect(nudge.email).toBeFocused()
  await expect(nudge.submit).toBeDisabled()
  await nudge.email.fill(' Ada@Example.COM ')
  await expect(nudge.modal).toContainText('Email looks good!')
  await nudge.submit.click()
  await expectToast(
    nudge.toast,
    'Thanks for your email!',
    "We'll keep you updated on new features and exciting content.",
  )
  await expect(nudge.modal).toHaveCount(0)
  expect(checkedEmails).toEqual(['ada@example.com'])
  expect(await site.query('SELECT email FROM captured_emails')).toEqual([{ email: 'ada@example.com' }])
  await setEmailCapture(site, true, 1)
  await page.reload()
  await voteOn(page, 1, 1)
  await expectNone(2)
})

test('blocks every way to vote after "Maybe later" until the account is saved', async ({ page, site }) => {
  await addPhotos(site, 3)
  await setEmailCapture(site, true, 1)
  await answerEmails(page)
  const { rate, viewer } = viewerScreen(page)
  const nudge = nudges(page)
  const first = await rate.open()
  await rate.hot.click()
  // The dialog opens unasked, so a stray click beside it must not close it.
  await expectKeyboardIn(nudge.modal)
  await page.mouse.click(3, 300)
  await expect(nudge.modal).toBeVisible()
  await nudge.later.click()
  await expect(nudge.modal).toHaveCount(0)
  await expect(nudge.notice).toContainText('Email Required to Continue')
  await expect(rate.hot).toBeDisabled()
  await expect(rate.not).toBeDisabled()
  await expect(rate.hot).toHaveAccessibleDescription(/Email Required to Continue/)
  await nudge.toProfile.click()
  await expect(page.getByRole('textbox', { name: /^Email/ }).and(page.locator(':focus'))).toBeVisible()
  await page.goBack()

  const shown = await rate.shown(2)
  for (const key of ['ArrowRight', 'ArrowLeft', 'h', 'n']) await page.keyboard.press(key)
  await swipe(rate.stage, { x: 180, y: 0 })
  await page.keyboard.press('Enter')
  await expectKeyboardIn(viewer)
  await expect(viewer.getByRole('status').filter({ hasText: 'Email Required to Continue' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await allAnswered(page)
  expect(await rate.shown(2)).toBe(shown)
  await rate.skip.click()
  await rate.shown(3)
  await expectVotes(site, [{ key: first, isHot: true }])

  const other = await page.context().newPage()
  await answerEmails(other)
  await other.goto((await nudge.toProfile.getAttribute('href')) ?? '')
  await other.getByRole('textbox', { name: 'Email address' }).last().fill('ada@example.com')
  await other.getByRole('button', { name: 'Send Magic Link' }).click()
  await expect(nudges(other).toast).toContainText('Magic Link Sent!')
  await expect(rate.hot).toBeEnabled()
  await expect(nudge.notice).toHaveCount(0)
})
