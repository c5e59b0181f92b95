import type { Page } from '@playwright/test'
import { accountScreen, answerEmails, takeLinks } from '../support/account-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { profileScreen } from '../support/profile-screen.ts'
import { roundTrip } from '../support/round-trip.ts'
import { dismissToast, expectToast } from '../support/toast.ts'

const recordNameChecks = (page: Page) => {
  const checkedNames: string[] = []
  page.on('request', (request) => {
    const [, name] = request.url().split('/check-username/')
    if (name !== undefined) checkedNames.push(decodeURIComponent(name))
  })
  return checkedNames
}
const recordChanges = (page: Page) => {
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postDataJSON())
  })
  return sent
}

test('shows the profile, hides the session id and changes the name', {
  tag: '@phone',
}, async ({ page, context, site, isMobile }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const profile = profileScreen(page)
  const username = await profile.open()
  await expect(profile.main.getByRole('heading', { name: username })).toBeVisible()
  await expect(profile.main).toContainText(/Member since \d\d\/[A-Z][a-z]{2}\/\d{4}/)
  await expect(profile.username).toHaveValue(username)
  await expect(profile.location).toBeHidden()

  const sessionId = await page.evaluate(() => /"sessionId":"([^"]+)"/.exec(Object.values(localStorage).join())?.[1])
  const [user] = await site.query<{ id: number }>('SELECT id FROM users')
  await expect(profile.main).toContainText(`User ID${user?.id}`)
  expect(await page.content()).not.toContain(sessionId)
  const copied = profile.main.getByText('Copied.')
  await profile.main.getByRole('button', { name: 'Copy session ID' }).click()
  await expect(copied).toBeVisible()
  // Repeated text must be a new node, or screen readers stay silent.
  await copied.evaluate((first) => first.setAttribute('data-first', ''))
  await profile.main.getByRole('button', { name: 'Copy session ID' }).click()
  await expect(copied.and(page.locator(':not([data-first])'))).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(sessionId)
  await profile.main.getByRole('button', { name: 'Show session ID' }).click()
  await expect(profile.main.getByText(sessionId ?? 'none')).toBeVisible()
  await profile.main.getByRole('button', { name: 'Hide session ID' }).click()
  await expect(profile.main.getByText(sessionId ?? 'none')).toBeHidden()

  const [asked, sent] = [recordNameChecks(page), recordChanges(page)]
  await profile.username.fill('')
  await profile.username.pressSequentially('  Ada Lovelace ')
  await expect(profile.main).toContainText('✓ Username is available')
  await profile.update.click()
  await expectToast(profile.toast, 'Profile Updated')
  await expect(profile.main.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible()
  await expect(profile.username).toHaveValue('Ada Lovelace')
  const banner = page.getByRole('banner')
  await expect(banner.getByText('AD', { exact: true })).toBeVisible()
  if (!isMobile) await expect(banner).toContainText('Ada LovelaceActive')
  expect(asked.at(-1)).toBe('Ada Lovelace')
  expect(sent).toEqual([{ username: 'Ada Lovelace' }])
  expect(await site.query('SELECT username FROM users')).toEqual([{ username: 'Ada Lovelace' }])
  expect(await page.evaluate(() => Object.values(localStorage).join())).toContain('"username":"Ada Lovelace"')
  await page.reload()
  await expect(profile.username).toHaveValue('Ada Lovelace')
})

test('keeps a taken or unchanged name in the form', async ({ page, site, visitor, problems }) => {
  problems.expect(/ERR_FAILED/, /^409 .*\/api\/users\/\d+$/)
  const other = await visitor()
  const profile = profileScreen(page)
  const username = await profile.open()
  const sent = recordChanges(page)
  await profile.username.fill(other.username.toUpperCase())
  await expect(profile.main.getByText('✗ Username is already taken', { exact: true })).toBeVisible()
  await expect(profile.username).toHaveAccessibleDescription(/✗ Username is already taken/)
  await profile.update.click()
  await expectToast(profile.toast, 'Username Unavailable', 'Please choose a different username.')
  await expect(profile.username).toBeFocused()
  await profile.username.fill(` ${username} `)
  await profile.update.click()
  await expectToast(profile.toast, 'No Changes', 'No changes were made to your profile.')
  await roundTrip(page)
  expect(sent).toEqual([])

  await page.route('**/api/users/**', (route) => route.abort())
  await profile.username.fill(other.username)
  await expect(profile.main).toContainText("Couldn't check availability.")
  await profile.update.click()
  await expectToast(profile.toast, 'Update Failed', 'Failed to update profile')
  await page.route('**/check-username/**', (route) => route.abort())
  await page.unroute('**/api/users/**')
  await profile.update.click()
  await expectToast(profile.toast, 'Update Failed', 'Username is already taken')
  await expect(profile.username).toHaveAccessibleDescription(/✗ Username is already taken/)
  await expect(profile.username).toHaveValue(other.username)

  await profile.username.fill('Grace Hopper')
  await expect(profile.main).toContainText("Couldn't check availability.")
  await page.route('**/api/users/*', (route) => route.fetch().then(() => route.abort()), { times: 1 })
  await profile.update.click()
  await expectToast(profile.toast, 'Profile Updated')
  await dismissToast(profile.toast)

  await answerEmails(page)
  await takeLinks(page, 'send-magic-link')
  await site.query(`UPDATE users SET username = 'Ada King' WHERE username = 'Grace Hopper'`)
  const account = accountScreen(page)
  await account.open('Save Account', 'Save Your Account')
  await account.email.fill('ada@example.com')
  await account.button('Send Magic Link').click()
  await expect(account.dialog.getByRole('heading', { name: 'Check your inbox' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(profile.main.getByRole('heading', { name: 'Ada King' })).toBeVisible()
  await expect(profile.username).toHaveValue('Ada King')
})

test('a name is asked for after a pause only, when it can be one and is another', async ({ page }) => {
  await page.clock.install()
  const profile = profileScreen(page)
  const username = await profile.open()
  // From here on only the test moves the clock.
  await page.clock.pauseAt(Date.now() + 60 * 60_000)
  const [asked, sent] = [recordNameChecks(page), recordChanges(page)]
  for (const [name, reason] of [
    ['ab', 'A username has at least 3 characters'],
    ['x'.repeat(31), 'A username has at most 30 characters'],
    ['abc\u202Edef', "Usernames can't contain invisible characters"],
  ] as const)
    await test.step(reason, async () => {
      await profile.username.fill(name)
      await page.clock.runFor(2000)
      await profile.username.press('Enter')
      await expect(profile.username).toHaveAccessibleDescription(new RegExp(reason))
      await expect(profile.username).toHaveAttribute('aria-invalid', 'true')
    })
  await profile.username.fill(`${username}x`)
  await profile.username.fill(` ${username} `)
  await page.clock.runFor(2000)
  await profile.username.fill('Abc')
  await expect(profile.main).toContainText('Checking availability…')
  await page.clock.runFor(400)
  await profile.username.fill('Abcd')
  await page.clock.runFor(499)
  await roundTrip(page)
  expect([asked, sent]).toEqual([[], []])
  await page.clock.runFor(1)
  await expect.poll(() => asked).toEqual(['Abcd'])
  await page.clock.resume()
  await expect(profile.main).toContainText('✓ Username is available')
  expect([asked, sent]).toEqual([['Abcd'], []])
})
