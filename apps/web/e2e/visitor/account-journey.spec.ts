import { linkIn } from '../../../api/test/fakes/mail-server.ts'
import { accountScreen, answerEmails, openLink } from '../support/account-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { profileScreen } from '../support/profile-screen.ts'
import { usernameOn } from '../support/rate-screen.ts'
import { allAnswered } from '../support/requests-under-way.ts'
import { expectToast } from '../support/toast.ts'

test('an account is saved by the link in its mail, left, and come back to', async ({ page, context, site }) => {
  const address = `ada-${crypto.randomUUID()}@example.com`
  const account = accountScreen(page)
  const profile = profileScreen(page)
  const username = await profile.open()
  await answerEmails(page)
  await account.open('Save Account', 'Save Your Account')
  await account.email.fill(address)
  await account.email.press('Enter')
  await expect(account.dialog).toContainText('Check your inbox')
  await account.button('Close').click()
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
  await expect(account.toast).toContainText('Login Link Sent!')
  await openLink(page, linkIn(await site.mailbox.next(address)))
  await expect(account.toast).toContainText('Welcome back!')
  await expect.poll(() => usernameOn(page)).toBe(username)
})
