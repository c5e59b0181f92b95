import type { Page } from '@playwright/test'
import { answerEmails, profileScreen, takeLinks } from '../support/account-screen.ts'
import { roundTrip } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectToast } from '../support/toast.ts'

const ADA = 'ada@example.com'

const recordChanges = (page: Page) => {
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postDataJSON())
  })
  return sent
}

test('shows the profile, hides the session id and changes the name', async ({ page, context, site }) => {
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
  await profile.main.getByRole('button', { name: 'Copy session ID' }).click()
  await expect(profile.main.getByText('Copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(sessionId)
  await profile.main.getByRole('button', { name: 'Show session ID' }).click()
  await expect(profile.main.getByText(sessionId ?? 'none')).toBeVisible()

  const sent = recordChanges(page)
  await profile.username.fill('  Ada Lovelace ')
  await expect(profile.main).toContainText('✓ Username is available')
  await profile.update.click()
  await expectToast(profile.toast, 'Profile Updated')
  await expect(profile.main.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible()
  await expect(profile.username).toHaveValue('Ada Lovelace')
  await expect(page.getByRole('banner').getByText('AD', { exact: true })).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Ada LovelaceActive')
  expect(sent).toEqual([{ username: 'Ada Lovelace' }])
  expect(await site.query('SELECT username FROM users')).toEqual([{ username: 'Ada Lovelace' }])
  await page.reload()
  await expect(profile.username).toHaveValue('Ada Lovelace')
})

test('checks a name 500 ms after typing and keeps a refused name in the form', async ({ page, visitor, problems }) => {
  problems.expect(/^409 .*\/api\/users\/\d+$/, /ERR_FAILED/)
  const [other, another] = [await visitor(), await visitor()]
  await page.clock.install()
  const profile = profileScreen(page)
  const username = await profile.open()
  // Stops the clock, so only the test advances it.
  await page.clock.pauseAt(Date.now() + 60 * 60_000)
  const checkedNames: string[] = []
  page.on('request', (request) => {
    const [, name] = request.url().split('/check-username/')
    if (name !== undefined) checkedNames.push(decodeURIComponent(name))
  })
  await profile.username.fill('ab')
  await page.clock.runFor(2000)
  await profile.username.press('Enter')
  await expect(profile.username).toHaveAccessibleDescription(/A username has at least 3 characters/)
  await profile.username.fill(` ${username} `)
  await page.clock.runFor(2000)
  await profile.username.fill(other.username)
  await page.clock.runFor(499)
  await roundTrip(page)
  expect(checkedNames).toEqual([])
  await page.clock.runFor(1)
  await expect.poll(() => checkedNames).toEqual([other.username])
  await page.clock.resume()
  await expect(profile.username).toHaveAccessibleDescription(/✗ Username is already taken/)
  const sent = recordChanges(page)
  await profile.update.click()
  await expectToast(profile.toast, 'Username Unavailable', 'Please choose a different username.')
  await profile.username.fill(username)
  await profile.update.click()
  await expectToast(profile.toast, 'No Changes', 'No changes were made to your profile.')
  expect(sent).toEqual([])

  await page.route('**/check-username/**', (route) => route.abort())
  await profile.username.fill(another.username)
  await expect(profile.main).toContainText("Couldn't check availability.")
  await profile.update.click()
  await expectToast(profile.toast, 'Update Failed', 'Username is already taken')
  await expect(profile.username).toHaveValue(another.username)
})

test('changes name and email together and confirms the email by a link', async ({ page, site }) => {
  const profile = profileScreen(page)
  const email = profile.main.getByRole('textbox', { name: 'Email address (optional)' })
  await answerEmails(page)
  const links = await takeLinks(page, 'send-magic-link')
  await profile.open()
  const sent = recordChanges(page)
  await email.fill('ada')
  await profile.update.click()
  await expect(email).toHaveAccessibleDescription(/Please enter a valid email address/)
  await profile.username.fill('Ada Lovelace')
  await email.fill(' Ada@Example.com')
  await expect(profile.main).toContainText('Email looks good!')
  await profile.update.click()
  await expectToast(profile.toast, 'Profile Updated')
  await expect(profile.main).toContainText(`We sent a link to ${ADA}.`)
  expect(sent).toEqual([{ username: 'Ada Lovelace', email: ADA }])
  expect(links).toEqual([expect.objectContaining({ email: ADA, username: 'Ada Lovelace' })])
  expect(await site.query('SELECT email FROM users')).toEqual([{ email: null }])
  await profile.update.click()
  await expect(profile.toast).toContainText('No Changes')
  // The card keeps waiting for the link after a reload, and does not ask for an address.
  for (const _ of ['at once', 'reloaded']) {
    await expect(profile.main.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
    await expect(email).toHaveValue(/^ada@example\.com$/i)
    await expect(profile.main.getByRole('textbox', { name: /^Email address/ })).toHaveCount(1)
    await page.reload()
  }

  await site.query(`UPDATE users SET email = $1, email_verified_at = now()`, [ADA])
  await page.reload()
  await expect(profile.main.getByRole('heading', { name: 'Account Saved!' })).toBeVisible()
  await expect(email).toHaveValue(ADA)
  await email.fill('countess@example.com')
  await profile.update.click()
  await expect.poll(() => links).toHaveLength(2)
  await expect(profile.main.getByText(ADA, { exact: true })).toBeVisible()
})

test('stores a location on request, shows four decimals and removes it', async ({ page, context, site }) => {
  await context.clearPermissions()
  const profile = profileScreen(page)
  await profile.open()
  await profile.share.click()
  await expect(profile.main.getByText('Location access denied by user', { exact: true })).toBeVisible()
  await expect(profile.main).toContainText('Allow it for this site in your browser, then try again.')
  await expect(profile.location).toBeHidden()

  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 48.1371543, longitude: -11.5761244 })
  await profile.share.click()
  await expect(profile.location).toBeVisible()
  for (const degrees of ['48.1372', '-11.5761'])
    await expect(profile.main.getByText(degrees, { exact: true })).toBeVisible()
  await expect(profile.main).toContainText('Your location is private')
  const stored = () => site.query('SELECT latitude, longitude FROM users')
  expect(await stored()).toEqual([{ latitude: 48.1371543, longitude: -11.5761244 }])

  await page.getByRole('button', { name: 'Remove location' }).click()
  await expect(profile.location).toBeHidden()
  expect(await stored()).toEqual([{ latitude: null, longitude: null }])
  await page.reload()
  await expect(profile.share).toHaveText('Share my location')
  await expect(profile.location).toBeHidden()
})
