import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { answerEmails } from '../support/account-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { nudges, storedSessionId } from '../support/nudge-screen.ts'
import { expectKeyboardIn, rateScreen } from '../support/rate-screen.ts'
import { allDrawn } from '../support/requests-under-way.ts'
import { addPhotos } from '../support/seeded-collection.ts'
import { expectToast, NOT_LOADED } from '../support/toast.ts'

/** Votes Not and waits until the server counts the vote. */
const vote = async (page: Page, position: number) => {
  await rateScreen(page).shown(position)
  const answer = page.waitForResponse('**/api/votes')
  await rateScreen(page).not.click()
  await (await answer).finished()
}
const seen = (page: Page) =>
  page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith('account-save-seen-')))
const boxOf = async (page: Page, name: string | RegExp) => {
  const box = await page.getByRole('button', { name }).first().boundingBox()
  if (!box) throw new Error(`No ${name}`)
  return box
}

const inTransition = (page: Page) =>
  page.evaluate(() => {
    const styles = [...document.querySelectorAll('*')].map((element) => getComputedStyle(element))
    const moving = styles.filter(({ transitionDuration }) => transitionDuration !== '0s')
    return [...new Set(moving.flatMap(({ transitionProperty }) => transitionProperty.split(', ')))].sort()
  })

test('suggests saving the account after two votes', {
  tag: '@phone',
}, async ({ page, site, isMobile, problems }) => {
  problems.expect(/ERR_FAILED/)
  await answerEmails(page)
  // Without motion, positions can be measured.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await addPhotos(site, 4)
  const nudge = nudges(page)
  await page.goto('/')
  await vote(page, 1)
  await rateScreen(page).shown(2)
  await allDrawn(page)
  await expect(nudge.bubble).toHaveCount(0)
  const stageBefore = await rateScreen(page).stage.boundingBox()
  await vote(page, 2)
  await expect(nudge.bubble).toBeVisible()
  await rateScreen(page).shown(3)
  expect(await rateScreen(page).stage.boundingBox()).toEqual(stageBefore)
  expect(await inTransition(page)).toEqual(['background-color', 'color', 'opacity'])
  const bubble = await boxOf(page, /^Hey, be sure/)
  const control = await boxOf(page, /^Account menu/)
  if (isMobile) expect(bubble.y).toBeGreaterThanOrEqual(control.y + control.height - 1)
  else expect(bubble.y + bubble.height).toBeLessThanOrEqual(control.y + 1)
  if (!isMobile) await page.getByRole('radio', { name: 'Dark theme' }).click()
  for (const name of ['Report', 'Share this photo']) await page.getByRole('button', { name }).click({ trial: true })
  const dock = await boxOf(page, /^Hot/)
  expect(bubble.y + bubble.height < dock.y || bubble.x + bubble.width < dock.x).toBe(true)
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click({ trial: true })
  await expectKeyboardIn(page.getByRole('menu'))
  await page.keyboard.press('Escape')
  await expect(nudge.bubble).toBeVisible()
  expect(await seen(page)).toEqual([])

  await nudge.bubble.click()
  const dialog = page.getByRole('dialog', { name: 'Save Your Account' })
  await expect(dialog).toBeVisible()
  await expect(nudge.bubble).toHaveCount(0)
  expect(await seen(page)).toEqual([[`account-save-seen-${await storedSessionId(page)}`, 'true']])
  // A phone differs only in the dialog's position; `save-account.spec.ts` checks its forms.
  if (isMobile) await expectAccessible(page)

  if (isMobile) return
  await dialog.getByRole('textbox', { name: 'Email address' }).fill('ada@example.com')
  await expect(dialog).toContainText('Email looks good!')
  await page.route('**/api/session', (route) => route.abort())
  // Another tab stored a new session, which this tab cannot verify.
  const other = await page.context().newPage()
  await other.goto('/icon.svg')
  await other.evaluate(() => {
    localStorage.setItem('hotvote-session', JSON.stringify({ sessionId: 'o'.repeat(32), username: '' }))
  })
  await expect(page.getByText('Not connected').first()).toBeAttached()
  await dialog.getByRole('button', { name: 'Send Magic Link' }).click()
  await expectToast(nudge.toast, 'Session Error', 'No valid session found.')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await site.query('SELECT 1 FROM login_tokens')).toEqual([])
})

test('explains a failed link in the dialog and asks no more after a sent one', async ({ page, site, problems }) => {
  problems.expect(/ERR_FAILED/)
  await addPhotos(site, 6)
  await answerEmails(page)
  const nudge = nudges(page)
  const dialog = page.getByRole('dialog', { name: 'Save Your Account' })
  const send = dialog.getByRole('button', { name: 'Send Magic Link' })
  await page.goto('/')
  await vote(page, 1)
  await vote(page, 2)
  const code = /\/assets\/save-account-modal/
  await page.route(code, (route) => route.abort())
  await nudge.bubble.click()
  await expectToast(nudge.toast, 'The form could not be loaded', NOT_LOADED)
  await expect(nudge.bubble).toBeVisible()
  expect(await seen(page)).toEqual([])
  await page.unroute(code)
  await nudge.bubble.click()
  await dialog.getByRole('textbox', { name: 'Email address' }).fill('ada@example.com')
  await expect(dialog).toContainText('Email looks good!')
  await page.route('**/send-magic-link', (route) => route.abort())
  await send.click()
  await expectToast(nudge.toast, 'Error', 'Failed to save account')
  await expect(dialog).toBeVisible()
  await page.unroute('**/send-magic-link')
  await send.click()
  await expectToast(
    nudge.toast,
    'Account Saved!',
    'Check your email for a secure link to verify and complete your account setup.',
  )
  await expect(dialog).toHaveCount(0)
  expect((await site.mailbox.next('ada@example.com')).recipients).toEqual(['ada@example.com'])
  await page.reload()
  await vote(page, 1)
  await vote(page, 2)
  await rateScreen(page).shown(3)
  await allDrawn(page)
  await expect(nudge.bubble).toHaveCount(0)
})

test('the bubble is reached and dismissed by keyboard, and does not come back', async ({ page, site }) => {
  await addPhotos(site, 4)
  const nudge = nudges(page)
  await rateScreen(page).open()
  await page.keyboard.press('ArrowRight')
  await rateScreen(page).shown(2)
  await page.keyboard.press('ArrowLeft')
  await expect(nudge.bubble).toBeVisible()
  // The last control before the bubble.
  await page.getByRole('radio', { name: 'System theme' }).focus()
  await page.keyboard.press('Tab')
  await expect(nudge.bubble).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(nudge.bubble).toHaveCount(0)
  expect(await seen(page)).toHaveLength(1)
  await vote(page, 3)
  await rateScreen(page).shown(4)
  await allDrawn(page)
  await expect(nudge.bubble).toHaveCount(0)
})
