import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { expectAccessible } from '../support/accessible.ts'
import { allDrawn } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectToast, goTo, loginScreen, settingsForm } from '../support/operator-screens.ts'
import type { Site } from '../support/running-site.ts'

const MODERATOR = { username: 'Mona', password: 'a password of 25 letters' }

/** Makes the current code, or the code of a later time step. */
const makeCode = (secret: string, periods = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + periods * 30_000 })

const addModerator = async ({ url }: Site, headers: Record<string, string>) => {
  const { username: name, password } = MODERATOR
  const answer = await fetch(`${url}/api/admin/operators`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, password, role: 'moderator' }),
  })
  expect(answer.status).toBe(201)
}

const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(loginScreen(page).button).toBeVisible()
}

const logIn = async (page: Page, as = MODERATOR) => {
  await loginScreen(page).fill(as)
  await loginScreen(page).button.click()
}

/** Turns the second factor on, and returns the secret. */
const setUp = async (page: Page) => {
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
  const key = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()
  const secret = key?.replaceAll(' ', '') ?? ''
  const code = page.getByRole('textbox', { name: 'Code' })
  await code.fill('000000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(code).toHaveAccessibleDescription(/^The code doesn't match/)
  await expect(code).toBeFocused()
  // The old code is selected, so typing replaces it.
  await page.keyboard.type(makeCode(secret, -1))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  return secret
}

test('adds an operator, who can log in until an admin disables the account', async ({ page, operator, problems }) => {
  problems.expect(/^401 /)
  await operator.open('/adm/operators')
  await page.getByRole('button', { name: 'Add operator' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add operator' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByRole('button', { name: 'Add operator' }).click()
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(/Enter a name/)
  await dialog.getByLabel('Name').fill('Mona')
  await dialog.getByRole('button', { name: 'Generate' }).click()
  const password = await dialog.getByLabel('Password').inputValue()
  expect(password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add operator' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Mona' })
  await expect(row).toContainText('Moderator')
  await logOut(page)
  await logIn(page, { username: 'mona', password })
  await expect(page).toHaveURL('/adm/media')

  await page.getByRole('button', { name: 'Logout' }).click()
  await loginScreen(page).enter()
  await goTo(page, 'Operators')
  await row.getByRole('button', { name: 'Edit Mona' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Mona' })
  await edit.getByLabel('Role').selectOption('Admin')
  await edit.getByLabel('Disabled').check()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Disabled')
  await expect(row).toContainText('Admin')
  await logOut(page)
  await logIn(page, { username: 'Mona', password })
  await expect(loginScreen(page).problem).toHaveText('Invalid credentials')
})

test('shows a moderator only permitted screens and actions', async ({ page, site, operator }) => {
  await addModerator(site, operator.headers)
  await page.goto('/adm')
  await page.evaluate(() => localStorage.removeItem('adminToken'))
  await page.goto('/adm')
  await logIn(page)
  await expect(page).toHaveURL('/adm/media')
  const navigation = page.getByRole('navigation', { name: 'Admin' })
  await expect(navigation.getByRole('link')).toHaveText(['Queue', 'Review', 'Media', 'Users', 'Takedowns'])
  for (const path of ['queue', 'review', 'media', 'trash', 'removed-items', 'users', 'dmca', 'your-login']) {
    await page.goto(`/adm/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await allDrawn(page)
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
  await page.goto('/adm/logs')
  await expect(page.getByRole('main')).toContainText('Only admins can open this page')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'To the queue' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Queue')
  await page.goto('/adm')
  await expect(page).toHaveURL('/adm/queue')
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('A screen, a user, an item, a takedown').fill('reset')
  await expect(page.getByText('No matches.')).toBeVisible()
})

test('sets up a second factor, asks for its code, and requires it of every operator', async ({
  page,
  site,
  operator,
  problems,
}) => {
  problems.expect(/^(401|403) /)
  await addModerator(site, operator.headers)
  await operator.open('/adm/your-login')
  const secret = await setUp(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible()
  await goTo(page, 'Operators')
  await page.getByLabel('Required for every operator').check()
  await settingsForm(page, 'Require a second factor').save.click()
  await expectToast(page, 'Configuration Updated', 'Applies to operators from their next request.')

  await logOut(page)
  await loginScreen(page).enter()
  const code = page.getByRole('textbox', { name: 'Code' })
  await expect(code).toBeFocused()
  await expectAccessible(page)
  await code.fill('000000')
  await loginScreen(page).button.click()
  await expect(loginScreen(page).problem).toContainText('This code is incorrect or has already been used.')
  await code.fill(makeCode(secret))
  await loginScreen(page).button.click()
  await expect(page).toHaveURL('/adm/media')

  await logOut(page)
  await logIn(page)
  await expect(page.getByText('This site requires a second factor.')).toBeVisible()
  await setUp(page)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Media')
})

test("changes one's own password", async ({ page, site, operator, problems }) => {
  problems.expect(/^403 /)
  await addModerator(site, operator.headers)
  await page.goto('/adm')
  await page.evaluate(() => localStorage.removeItem('adminToken'))
  await page.goto('/adm/your-login')
  await logIn(page)
  const form = page.getByRole('form', { name: 'Change password' })
  await form.getByLabel('Current password').fill('not the password')
  await form.getByLabel('New password').fill('another long password')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expectToast(page, 'Password not changed', 'Your current password is incorrect.')
  await form.getByLabel('Current password').fill(MODERATOR.password)
  await form.getByRole('button', { name: 'Change password' }).click()
  await expectToast(page, 'Password changed', "You've been logged out everywhere else.")
  await logOut(page)
  await logIn(page, { ...MODERATOR, password: 'another long password' })
  await expect(page).toHaveURL('/adm/media')
})
