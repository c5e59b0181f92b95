import type { Page } from '@playwright/test'
import { holdCalls } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectToast, failing, settingsForm } from '../support/operator-screens.ts'

const PATH = '/adm/vote-multiplier'
const CALL = '/api/admin/vote-multiplier-config'

test('keeps typed values until they are reset or saved', async ({ page, operator, problems }) => {
  problems.expect(/^503 /)
  await operator.open(PATH)
  const form = settingsForm(page, 'Vote Multiplier')
  const multiplier = form.field('Multiplier')
  await form.expectClean()
  await multiplier.fill('2.5')
  await form.expectUnsaved()
  await form.reset.press('Enter')
  await expect(multiplier).toHaveValue('1')
  await form.expectClean()

  await multiplier.fill('2.5')
  await failing(page, `**${CALL}`, { status: 503 })
  await form.save.click()
  await expectToast(page, 'Update Failed', 'Failed to update vote multiplier configuration')
  await expect(multiplier).toHaveValue('2.5')
  await form.expectUnsaved()
  await page.unroute(`**${CALL}`)
  const calls = await holdCalls(page, `**${CALL}`)
  await form.save.press('Enter')
  await expect(form.saving).toBeDisabled()
  calls.release()
  await expectToast(page, 'Configuration Updated', 'Vote multiplier settings have been saved successfully.')
  await form.expectClean()
  await page.reload()
  await expect(multiplier).toHaveValue('2.5')
})

const historyDialog = (page: Page, title: string) => {
  const dialog = page.getByRole('dialog', { name: `History of ${title}`, exact: true })
  const entries = dialog.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  const question = page.getByRole('alertdialog', { name: 'Restore these values?' })
  return {
    dialog,
    entries,
    question,
    /** Old and new value of a field; entry 0 is the newest. */
    change: (entry: number, label: string) =>
      entries.nth(entry).getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd'),
    restore: (entry: number) => entries.nth(entry).getByRole('button', { name: 'Restore' }),
    confirm: question.getByRole('button', { name: 'Restore' }),
    cancel: question.getByRole('button', { name: 'Cancel' }),
  }
}

test('shows who changed a setting and when, and restores an earlier value', async ({ page, operator, request }) => {
  for (const multiplier of [2, 3])
    await request.post(CALL, { headers: operator.headers, data: { isEnabled: false, multiplier } })
  await operator.open(PATH)
  const form = settingsForm(page, 'Vote Multiplier')
  const history = historyDialog(page, 'Vote Multiplier')
  await form.field('Multiplier').fill('9')
  await form.history.press('Enter')
  const { updatedAt } = await (await request.get(CALL, { headers: operator.headers })).json()
  const time = await page.evaluate((iso) => new Date(iso).toLocaleString(), updatedAt)
  await expect(history.entries).toHaveText([/Current/, /.*/, /Before the first change/])
  await history.entries.first().getByRole('time').focus()
  await expect(page.getByRole('tooltip')).toHaveText(time)
  await expect(history.entries.first()).toContainText('by admin (127.0.0.1)')
  await expect(history.change(0, 'Multiplier')).toHaveText('23')

  await history.restore(1).press('Enter')
  await expect(history.question).toContainText("Your changes in this form aren't saved and will be lost.")
  await history.cancel.press('Enter')
  await expect(form.field('Multiplier')).toHaveValue('9')
  await history.restore(1).press('Enter')
  await expect(history.question.getByRole('definition')).toHaveText('32')
  await history.confirm.press('Enter')
  await expect(history.dialog).toHaveCount(0)
  await expect(form.history).toBeFocused()
  await expect(form.field('Multiplier')).toHaveValue('2')
  await form.expectClean()
})
