import { historyOf, saving } from '../support/admin-setting-history-screen.ts'
import { settingsForm } from '../support/admin-settings-screen.ts'
import { expect } from '../support/fixtures.ts'
import { tabTo } from '../support/tab-to.ts'

const TITLE = 'Vote Multiplier'
const PATH = '/adm/vote-multiplier'
const CALL = '/api/admin/vote-multiplier-config'

saving('asks before a restore loses what is typed', async ({ page, operator, saved }) => {
  await saved(CALL, { isEnabled: false, multiplier: 2 }, { isEnabled: false, multiplier: 3 })
  await operator.open(PATH)
  const form = settingsForm(page, TITLE)
  const history = historyOf(page, TITLE)
  await form.field('Multiplier').fill('9')
  await history.button.click()
  await history.restore(1).click()
  await expect(history.question).toContainText("Your changes in this form aren't saved and will be lost.")
  await history.cancel.click()
  await history.close.click()
  await expect(form.field('Multiplier')).toHaveValue('9')
  await form.expectUnsaved()
  await history.button.click()
  await history.restore(1).click()
  await expect(history.question.getByRole('definition')).toHaveText('32')
  await history.confirm.click()
  await expect(form.field('Multiplier')).toHaveValue('2')
  await form.expectClean()
})

saving('restores earlier values by keyboard alone', async ({ page, operator, saved }) => {
  await saved(CALL, { isEnabled: true, multiplier: 3 }, { isEnabled: true, multiplier: 4 })
  await operator.open(PATH)
  const history = historyOf(page, TITLE)
  await tabTo(page, history.button)
  await page.keyboard.press('Enter')
  await tabTo(page, history.restore(1))
  await page.keyboard.press('Enter')
  await expect(history.cancel).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(history.question).toHaveCount(0)
  await expect(history.restore(1)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(history.dialog).toHaveCount(0)
  await expect(history.button).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, history.restore(1))
  await page.keyboard.press('Space')
  await tabTo(page, history.confirm)
  await page.keyboard.press('Enter')
  await expect(history.dialog).toHaveCount(0)
  await expect(history.button).toBeFocused()
  await expect(settingsForm(page, TITLE).field('Multiplier')).toHaveValue('3')
})
