import type { Page } from '@playwright/test'
import { allAnswered } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { endLogin, expectToast, goTo, settingsForm, stopPolling, watchChanges } from '../support/operator-screens.ts'

const PATH = '/adm/vote-multiplier'

const leaveQuestion = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' })
const answer = (page: Page, name: 'Cancel' | 'Leave') => leaveQuestion(page).getByRole('button', { name }).click()

const changeMultiplier = async (page: Page, open: (path: string) => Promise<void>) => {
  await open('/adm/export-votes')
  await goTo(page, 'Vote Multiplier')
  const form = settingsForm(page, 'Vote Multiplier')
  await form.field('Multiplier').fill('7')
  await form.expectUnsaved()
  return form
}

test('asks before a link, Back or Logout discards changes', async ({ page, operator }) => {
  const form = await changeMultiplier(page, operator.open)
  const logOut = page.getByRole('button', { name: 'Logout' })
  for (const leave of [
    () => goTo(page, 'Export Votes'),
    () => page.evaluate(() => history.back()),
    () => logOut.click(),
  ]) {
    await leave()
    await expect(leaveQuestion(page)).toContainText("Your changes on this page aren't saved and will be lost.")
    await answer(page, 'Cancel')
    await expect(page).toHaveURL(PATH)
    await expect(form.field('Multiplier')).toHaveValue('7')
  }
  await page.evaluate(() => history.back())
  await answer(page, 'Leave')
  await expect(page).toHaveURL('/adm/export-votes')

  await goTo(page, 'Vote Multiplier')
  await form.field('Multiplier').fill('3')
  await form.save.click()
  await form.expectClean()
  await goTo(page, 'Export Votes')
  await expect(page).toHaveURL('/adm/export-votes')

  await goTo(page, 'Vote Multiplier')
  await form.field('Multiplier').fill('8')
  await form.expectUnsaved()
  // Calls still pending at logout would be refused.
  await stopPolling(page)
  await logOut.click()
  await answer(page, 'Leave')
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
})

test('asks before a tab with unsaved changes closes', async ({ page, operator }) => {
  await operator.open(PATH)
  const form = settingsForm(page, 'Vote Multiplier')
  const dialogs: string[] = []
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.type())
    await dialog.accept()
  })
  await form.field('Multiplier').fill('7')
  await form.expectUnsaved()
  await page.reload()
  await expect(form.field('Multiplier')).toHaveValue('1')
  // Browsers ask before unload only after user interaction.
  await form.field('Multiplier').fill('3')
  await form.reset.click()
  await form.expectClean()
  await page.reload()
  await expect(form.field('Multiplier')).toHaveValue('1')
  expect(dialogs).toEqual(['beforeunload'])
})

test('keeps unsaved changes when the login ends', async ({ page, operator, problems }) => {
  problems.expect(/^401 .*\/api\/admin\//)
  const form = await changeMultiplier(page, operator.open)
  const login = await endLogin(page)
  await form.save.click()
  await expectToast(page, 'Authentication failed', 'Your admin session may have expired. Please log in again at /adm')
  await expect(login.username).toBeFocused()
  await expect(form.form).toBeHidden()
  await expect(page).toHaveURL(PATH)
  await expect(page.getByText('Your unsaved changes are still there.')).toBeVisible()
  const changes = watchChanges(page)
  await login.enter()
  await form.expectUnsaved()
  await expect(form.field('Multiplier')).toHaveValue('7')
  await expect(page.getByRole('main')).toBeFocused()
  await allAnswered(page)
  expect(changes).toEqual(['/api/admin/login'])
  await form.save.click()
  await form.expectClean()
})
