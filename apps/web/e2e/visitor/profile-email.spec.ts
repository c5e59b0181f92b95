import type { Page, Route } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { answerEmails, takeLinks } from '../support/account-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { holdCalls } from '../support/held-calls.ts'
import { profileScreen } from '../support/profile-screen.ts'
import { roundTrip } from '../support/round-trip.ts'
import { expectToast } from '../support/toast.ts'

const ADA = 'ada@example.com'

const screen = (page: Page) => {
  const profile = profileScreen(page)
  return {
    ...profile,
    email: profile.main.getByRole('textbox', { name: 'Email address (optional)' }),
    toSave: profile.main.getByRole('textbox', { name: 'Email address', exact: true }),
    send: profile.main.getByRole('button', { name: 'Send Magic Link' }),
  }
}
const changesOf = (page: Page) => {
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postDataJSON())
  })
  return sent
}

test('confirms a new email address by its link', async ({ page, site }) => {
  const profile = screen(page)
  await answerEmails(page)
  const links = await takeLinks(page, 'send-magic-link')
  const username = await profile.open()
  const sent = changesOf(page)
  await profile.email.fill(' Ada@Example.com')
  await expect(profile.main).toContainText('Email looks good!')
  await profile.update.click()
  await expect(profile.toast).toContainText('Profile Updated')
  await expect(profile.main).toContainText(`We sent a link to ${ADA}.`)
  expect(sent).toEqual([{ email: ADA }])
  expect(links).toEqual([expect.objectContaining({ email: ADA, username })])
  expect(await site.query('SELECT email FROM users')).toEqual([{ email: null }])
  await profile.update.click()
  await expect(profile.toast).toContainText('No Changes')
  expect(sent).toHaveLength(1)

  await site.query(`UPDATE users SET email = $1, email_verified_at = now()`, [ADA])
  await page.reload()
  await expect(profile.main.getByRole('heading', { name: 'Account Saved!' })).toBeVisible()
  await expect(profile.main.getByText(ADA, { exact: true })).toBeVisible()
  await expect(profile.send).toBeHidden()
  await expect(profile.email).toHaveValue(ADA)
  await expectAccessible(page)
  await profile.update.click()
  await expect(profile.toast).toContainText('No Changes')
  await profile.email.fill('countess@example.com')
  await profile.update.click()
  await expect(profile.toast).toContainText('Profile Updated')
  await expect.poll(() => links).toHaveLength(2)
  expect(links[1]).toEqual(expect.objectContaining({ email: 'countess@example.com' }))
  await expect(profile.main.getByText(ADA, { exact: true })).toBeVisible()
})

test('changes name and email together, and a name alone', async ({ page }) => {
  const profile = screen(page)
  await answerEmails(page)
  const links = await takeLinks(page, 'send-magic-link')
  await profile.open()
  const sent = changesOf(page)
  const { promise: wasRead, resolve: read } = Promise.withResolvers<void>()
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  // Sending a link rereads the session; this delays that answer.
  const hold = async (route: Route) => {
    const response = await route.fetch()
    read()
    await mayAnswer
    await route.fulfill({ response })
  }
  await page.route('**/api/session', hold, { times: 1 })
  await profile.username.fill('Ada Lovelace')
  await profile.email.fill(ADA)
  await profile.update.click()
  await expect(profile.toast).toContainText('Profile Updated')
  await expect.poll(() => links).toEqual([expect.objectContaining({ email: ADA, username: 'Ada Lovelace' })])
  await wasRead
  // An unsent address would be sent again by the next update.
  await expect(profile.main).toContainText(`We sent a link to ${ADA}.`)
  await profile.username.fill('Grace Hopper')
  await profile.update.click()
  const heading = profile.main.getByRole('heading', { level: 2 }).first()
  await expect(heading).toHaveText('Grace Hopper')
  expect(sent).toEqual([{ username: 'Ada Lovelace', email: ADA }, { username: 'Grace Hopper' }])
  const late = page.waitForResponse(async (response) => (await response.text()).includes('Ada Lovelace'))
  answer()
  await late
  await roundTrip(page)
  await expect(heading).toHaveText('Grace Hopper')
  expect(links).toHaveLength(1)

  const calls = await holdCalls(page, '**/api/users/*')
  await profile.email.fill('countess@example.com')
  await profile.update.click()
  await expect(profile.main.getByRole('button', { name: 'Updating...' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My Stats' }).click()
  await expect(page.getByRole('heading', { name: 'My Stats' })).toBeVisible()
  calls.release()
  await expect.poll(() => links).toContainEqual(expect.objectContaining({ email: 'countess@example.com' }))
})

test('refuses an invalid email at its field and shows a mail that failed', async ({ page, problems }) => {
  problems.expect(/ERR_FAILED/)
  const profile = screen(page)
  await answerEmails(page, { 'ada@bad.example': { isValid: false, errors: ['No mail there'] } })
  await profile.open()
  const sent = changesOf(page)
  await profile.email.fill('ada')
  await profile.update.click()
  await expect(profile.email).toHaveAccessibleDescription(/Please enter a valid email address/)
  await profile.email.fill('ada@bad.example')
  await profile.update.click()
  await expect(profile.email).toHaveAccessibleDescription(/No mail there/)
  await expect(profile.email).toBeFocused()
  await profile.email.fill('')
  await profile.update.click()
  await expect(profile.toast).toContainText('No Changes')
  await roundTrip(page)
  expect(sent).toEqual([])

  await page.route('**/send-magic-link', (route) => route.abort())
  await profile.email.fill(ADA)
  await profile.update.click()
  await expectToast(profile.toast, 'Failed to Send Magic Link', 'Please try again later.')
  await takeLinks(page, 'send-magic-link')
  await profile.update.click()
  await expect(profile.main).toContainText(`We sent a link to ${ADA}.`)
})

test('the card saves the account', { tag: '@phone' }, async ({ page }) => {
  const profile = screen(page)
  await answerEmails(page)
  const links = await takeLinks(page, 'send-magic-link')
  await profile.open()
  await expect(profile.main.getByRole('heading', { name: 'Save Your Account' })).toBeVisible()
  await expect(profile.send).toBeDisabled()
  await profile.toSave.fill(ADA)
  await profile.send.click()
  await expectToast(profile.toast, 'Magic Link Sent!', 'Check your email for a secure login link to save your account.')
  await expect(profile.main.getByRole('heading', { name: 'Check your inbox' })).toBeFocused()
  expect(links).toEqual([expect.objectContaining({ email: ADA })])
  await expectAccessible(page)
})
