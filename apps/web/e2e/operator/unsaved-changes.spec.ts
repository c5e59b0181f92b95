import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { endedLogin, quieten } from '../support/admin-login-screen.ts'
import { expectToast, goTo, settingsForm, watchChanges } from '../support/admin-settings-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { allAnswered } from '../support/requests-under-way.ts'

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' })
const answer = (page: Page, name: 'Cancel' | 'Leave') => question(page).getByRole('button', { name }).click()

const change = async (page: Page, open: (path: string) => Promise<void>) => {
  await open('/adm/export-votes')
  await goTo(page, 'Vote Multiplier')
  const form = settingsForm(page, 'Vote Multiplier')
  await form.field('Multiplier').fill('7')
  await form.expectUnsaved()
  return form
}

test('a link and Logout ask before they lose them', { tag: '@phone' }, async ({ page, operator, isMobile }) => {
  const form = await change(page, operator.open)
  const logOut = async () => {
    if (isMobile) await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
  }
  await goTo(page, 'Export Votes')
  await expect(question(page)).toContainText("Your changes on this page aren't saved and will be lost.")
  await answer(page, 'Cancel')
  await expect(page).toHaveURL('/adm/vote-multiplier')
  await expect(form.field('Multiplier')).toHaveValue('7')
  await logOut()
  await answer(page, 'Cancel')
  await expect(form.field('Multiplier')).toHaveValue('7')
  await goTo(page, 'Export Votes')
  await answer(page, 'Leave')
  await expect(page).toHaveURL('/adm/export-votes')
  await page.goBack()
  await expect(page).toHaveURL('/adm/vote-multiplier')
  await expect(form.field('Multiplier')).toHaveValue('1')
  await page.goBack()
  await expect(page).toHaveURL('/adm/export-votes')
  await expect(question(page)).toHaveCount(0)

  await goTo(page, 'Vote Multiplier')
  await form.field('Multiplier').fill('7')
  await form.expectUnsaved()
  // Calls still pending at logout would be refused.
  await quieten(page)
  await logOut()
  await answer(page, 'Leave')
  await expect(page).toHaveURL('/adm')
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
  await expect(question(page)).toHaveCount(0)
})

test('asks before Back discards changes, and not after a save', async ({ page, operator }) => {
  const form = await change(page, operator.open)
  await page.evaluate(() => history.back())
  await answer(page, 'Cancel')
  await expect(question(page)).toHaveCount(0)
  await expect(page).toHaveURL('/adm/vote-multiplier')
  await expect(form.field('Multiplier')).toHaveValue('7')
  await page.evaluate(() => history.back())
  await answer(page, 'Leave')
  await expect(page).toHaveURL('/adm/export-votes')

  await goTo(page, 'Vote Multiplier')
  await form.field('Multiplier').fill('7')
  await form.expectUnsaved()
  await form.reset.click()
  await form.expectClean()
  await form.field('Multiplier').fill('3')
  await form.save.click()
  await form.expectClean()
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL('/adm/export-votes')
  await expect(question(page)).toHaveCount(0)
})

test('closing the tab asks too, as long as something is unsaved', async ({ page, operator }) => {
  await operator.open('/adm/vote-multiplier')
  const form = settingsForm(page, 'Vote Multiplier')
  await form.field('Multiplier').fill('7')
  await form.expectUnsaved()
  const dialogs: string[] = []
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.type())
    await dialog.accept()
  })
  await page.reload()
  expect(dialogs).toEqual(['beforeunload'])
  await expect(form.field('Multiplier')).toHaveValue('1')
  // Browsers ask before unload only after user interaction.
  await form.field('Multiplier').fill('3')
  await form.expectUnsaved()
  await form.reset.click()
  await form.expectClean()
  await page.reload()
  await expect(form.field('Multiplier')).toHaveValue('1')
  expect(dialogs).toHaveLength(1)
})

test('keeps unsaved changes over a login that ended', async ({ page, operator, problems }) => {
  problems.expect(/^401 .*\/api\/admin\//)
  const form = await change(page, operator.open)
  const login = await endedLogin(page)
  await form.save.click()
  await expectToast(page, 'Authentication failed', 'Your admin session may have expired. Please log in again at /adm')
  await expect(login.username).toBeFocused()
  await expect(form.form).toBeHidden()
  await expect(page).toHaveURL('/adm/vote-multiplier')
  await expect(page).toHaveTitle(/^Login · /)
  await expect(page.getByText('Your unsaved changes are still there.')).toBeVisible()
  await expectAccessible(page)
  await page.evaluate(() => history.back())
  await answer(page, 'Cancel')
  const changes = watchChanges(page)
  await login.enter()
  await form.expectUnsaved()
  await expect(form.field('Multiplier')).toHaveValue('7')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page).toHaveURL('/adm/vote-multiplier')
  await expect(page).toHaveTitle(/^Vote Multiplier/)
  await allAnswered(page)
  expect(changes).toEqual(['/api/admin/login'])
  await form.save.click()
  await form.expectClean()

  await form.field('Multiplier').fill('8')
  await form.expectUnsaved()
  const loginAgain = await endedLogin(page)
  await form.save.click()
  await login.username.fill('admin')
  const dialog = page.waitForEvent('dialog')
  const reloaded = page.reload()
  await (await dialog).accept()
  await reloaded
  await loginAgain.enter()
  await expect(form.field('Multiplier')).toHaveValue('7')
  await form.expectClean()
  await expect(page).toHaveURL('/adm/vote-multiplier')
})
