import { linkIn } from '../../../api/test/fakes/mail-server.ts'
import {
  accountScreen,
  answerEmails,
  openLink,
  profileScreen,
  storedSessionId,
  waitForServerAtLogout,
} from '../support/account-screen.ts'
import { allAnswered } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { usernameOn } from '../support/rate-screen.ts'
import { expectToast } from '../support/toast.ts'

test('saves an account by a mailed link, logs out and returns by a login link', async ({ page, context, site }) => {
  const address = `ada-${crypto.randomUUID()}@example.com`
  const account = accountScreen(page)
  const profile = profileScreen(page)
  const card = {
    email: profile.main.getByRole('textbox', { name: 'Email address', exact: true }),
    send: profile.main.getByRole('button', { name: 'Send Magic Link' }),
  }
  const username = await profile.open()
  await answerEmails(page)
  await expect(card.send).toBeDisabled()
  await card.email.fill(address)
  await card.send.click()
  await expectToast(profile.toast, 'Magic Link Sent!', 'Check your email for a secure login link to save your account.')
  await expect(profile.main.getByRole('heading', { name: 'Check your inbox' })).toBeFocused()
  // Opening the link ends this session, so pending calls would be refused.
  await allAnswered(page)

  const other = await context.newPage()
  await openLink(other, linkIn(await site.mailbox.next(address)))
  await expectToast(accountScreen(other).toast, 'Welcome back!', "You've successfully logged in to your saved account.")
  expect(await usernameOn(other)).toBe(username)
  // Calls still pending at logout would be refused.
  await expect(other.getByText('No Photos to Rate')).toBeVisible()
  await expect(profile.main.getByRole('heading', { name: 'Account Saved!' })).toBeVisible()
  await expect(profile.main.getByText(address, { exact: true })).toBeVisible()
  await account.opener.click()
  await expect(account.menu).toContainText(username)
  await expect(account.menu).toContainText(address)

  const loaded = page.waitForEvent('load')
  await account.item('Logout').click()
  await loaded
  const welcome = page.getByRole('dialog', { name: 'Welcome Back' })
  await expect(welcome).toBeVisible()
  await other.close()
  await welcome.getByRole('button', { name: 'Login as a New User' }).click()
  await expect(account.opener).toBeVisible()
  await expect(profile.main.getByRole('heading', { name: 'Save Your Account' })).toBeVisible()
  expect(await usernameOn(page)).not.toBe(username)

  await answerEmails(page)
  await account.open('Login as Different User', 'Login as Different User')
  await account.email.fill(address)
  await account.email.press('Enter')
  await expectToast(
    account.toast,
    'Login Link Sent!',
    'Check your email for a secure login link to access your existing account.',
  )
  await openLink(page, linkIn(await site.mailbox.next(address)))
  await expect(account.toast).toContainText('Welcome back!')
  await expect.poll(() => usernameOn(page)).toBe(username)
})

test('asks before a logout that would lose uploads and votes', async ({ page, site }) => {
  const account = accountScreen(page)
  const question = page.getByRole('dialog', { name: '3 uploads and 1 vote will be lost' })
  await waitForServerAtLogout(page)
  await page.goto('/upload')
  const username = await usernameOn(page)
  const sessionId = await storedSessionId(page)
  await site.query('UPDATE users SET uploads = 3, votes_cast = 1')
  await account.opener.click()
  await expect(account.menu.getByRole('menuitem')).toHaveText([
    'Edit Profile',
    'Save Account',
    'Login as Different User',
    'Logout',
  ])
  await account.item('Logout').click()
  await expect(question).toContainText(`${username} isn't saved`)
  await question.getByRole('button', { name: 'Save first' }).click()
  await expect(page.getByRole('dialog', { name: 'Save Your Account' })).toBeVisible()
  await expect(account.email).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(account.opener).toBeFocused()

  await account.choose('Logout')
  const loaded = page.waitForEvent('load')
  await question.getByRole('button', { name: 'Log out' }).click()
  await loaded
  await expect(page.getByRole('button', { name: 'Login as a New User' })).toBeVisible()
  await expect(account.opener).toHaveCount(0)
  const stored = await page.evaluate(() => JSON.stringify(localStorage))
  expect(stored).toContain('"hotvote-logged-out":"true"')
  for (const text of [username, sessionId]) expect(stored).not.toContain(text)
})
