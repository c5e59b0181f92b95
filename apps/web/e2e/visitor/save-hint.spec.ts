import type { Page } from '@playwright/test'
import { answerEmails, nudges, storedSessionId } from '../support/account-screen.ts'
import { allDrawn } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { rateScreen } from '../support/rate-screen.ts'
import { addPhotos } from '../support/seeded-collection.ts'
import { expectToast } from '../support/toast.ts'

/** Votes Not and waits until the server counts the vote. */
const vote = async (page: Page, position: number) => {
  await rateScreen(page).shown(position)
  const answer = page.waitForResponse('**/api/votes')
  await rateScreen(page).not.click()
  await (await answer).finished()
}
const seen = (page: Page) =>
  page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith('account-save-seen-')))
const getBox = async (page: Page, name: string | RegExp) => {
  const box = await page.getByRole('button', { name }).first().boundingBox()
  if (!box) throw new Error(`No ${name}`)
  return box
}

test('shows the save hint after two votes until it is dismissed', { tag: '@phone' }, async ({
  page,
  site,
  isMobile,
}) => {
  // Disables animations, which would change the measured positions.
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
  const bubble = await getBox(page, /^Hey, be sure/)
  const control = await getBox(page, /^Account menu/)
  if (isMobile) expect(bubble.y).toBeGreaterThanOrEqual(control.y + control.height - 1)
  else expect(bubble.y + bubble.height).toBeLessThanOrEqual(control.y + 1)
  for (const name of ['Report', 'Share this photo']) await page.getByRole('button', { name }).click({ trial: true })

  await nudge.bubble.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(nudge.bubble).toHaveCount(0)
  expect(await seen(page)).toEqual([[`account-save-seen-${await storedSessionId(page)}`, 'true']])
  await vote(page, 3)
  await rateScreen(page).shown(4)
  await allDrawn(page)
  await expect(nudge.bubble).toHaveCount(0)
})

test('saves the account from the hint after a failed link, and hides the hint', async ({ page, site, problems }) => {
  problems.expect(/ERR_FAILED/)
  await addPhotos(site, 6)
  await answerEmails(page)
  const nudge = nudges(page)
  const dialog = page.getByRole('dialog', { name: 'Save Your Account' })
  const send = dialog.getByRole('button', { name: 'Send Magic Link' })
  await page.goto('/')
  await vote(page, 1)
  await vote(page, 2)
  await nudge.bubble.click()
  await dialog.getByRole('textbox', { name: 'Email address' }).fill('ada@example.com')
  await expect(dialog).toContainText('Email looks good!')
  await page.route('**/send-magic-link', (route) => route.abort())
  await send.click()
  await expectToast(nudge.toast, 'Error', 'Failed to save account')
  await page.unroute('**/send-magic-link')
  await send.click()
  await expectToast(
    nudge.toast,
    'Account Saved!',
    'Check your email for a secure link to verify and complete your account setup.',
  )
  await expect(dialog).toHaveCount(0)
  await page.reload()
  await vote(page, 1)
  await vote(page, 2)
  await rateScreen(page).shown(3)
  await allDrawn(page)
  await expect(nudge.bubble).toHaveCount(0)
})
