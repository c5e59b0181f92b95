import { historyOf, saving } from './admin-setting-history-screen.ts'
import { settingsForm } from './admin-settings-screen.ts'
import { expect } from './fixtures.ts'

const TITLE = 'Vote Multiplier'
const PATH = '/adm/vote-multiplier'
const CALL = '/api/admin/vote-multiplier-config'

saving('what holds is read when the history opens; what is typed stays', async ({ page, operator, saved }) => {
  await saved(CALL, { isEnabled: false, multiplier: 2 }, { isEnabled: false, multiplier: 3 })
  await operator.open(PATH)
  const form = settingsForm(page, TITLE)
  const history = historyOf(page, TITLE)
  await form.field('Multiplier').fill('9')
  await saved(CALL, { isEnabled: true, multiplier: 4 })
  await history.button.click()
  await expect(history.change(0, 'Multiplier')).toHaveText('34')
  await expect(history.entries.nth(0)).toContainText('In force')
  await expect(history.dialog).not.toContainText('Same as now')
  await history.close.click()
  await expect(form.field('Multiplier')).toHaveValue('9')
  await form.expectUnsaved()
  await expect(form.toggle('Enable vote multiplier')).toBeChecked()
  await history.button.click()
  await history.restore(1).click()
  await expect(history.question.getByRole('definition')).toHaveText(['OnOff', '43'])
  await history.confirm.click()
  await expect(form.field('Multiplier')).toHaveValue('3')
  await form.expectClean()
})

saving(
  'the newest change is not in force where something else was written',
  async ({ page, operator, site, saved }) => {
    await saved(CALL, { isEnabled: true, multiplier: 3 }, { isEnabled: true, multiplier: 4 })
    await site.query('UPDATE vote_multiplier SET multiplier = 3')
    await operator.open(PATH)
    const history = historyOf(page, TITLE)
    await history.button.click()
    await expect(history.entries.nth(1)).toContainText('In force')
    await expect(history.entries.nth(0)).not.toContainText('In force')
    await history.restore(0).click()
    await expect(history.question.getByRole('definition')).toHaveText('34')
    await history.confirm.click()
    await expect(settingsForm(page, TITLE).field('Multiplier')).toHaveValue('4')
    await history.button.click()
    await expect(history.entries.nth(0)).toContainText('In force')
    await expect(history.entries.nth(1)).toContainText('Same as now')
  },
)

saving('where nothing of the history is in force, nothing says so', async ({ page, operator, site, saved }) => {
  await saved(CALL, { isEnabled: true, multiplier: 3 })
  await site.query('UPDATE vote_multiplier SET multiplier = 7')
  await site.query(`INSERT INTO audit_log (event, actor, context) VALUES
    ('SETTINGS_UPDATED', 'operator', '{"setting": "vote-multiplier", "isEnabled": true, "multiplier": 2000000}')`)
  await operator.open(PATH)
  const history = historyOf(page, TITLE)
  await history.button.click()
  await expect(history.entries.nth(0)).toContainText('It cannot be restored: ')
  await expect(history.restore(1)).toBeVisible()
  await expect(history.dialog).not.toContainText('In force')
  // Today's rules do not take it, and it holds.
  await history.close.click()
  await site.query('UPDATE vote_multiplier SET multiplier = 2000000')
  await history.button.click()
  await expect(history.entries.nth(0)).toContainText('In force')
  await expect(history.dialog).not.toContainText('It cannot be restored')
})

saving(
  'Escape right after the question was asked does not close the history below it',
  async ({ page, operator, saved }) => {
    await saved(CALL, { isEnabled: true, multiplier: 3 })
    await operator.open(PATH)
    const history = historyOf(page, TITLE)
    await history.button.click()
    // Before the page has drawn it.
    await history.restore(1).evaluate(async (button: HTMLElement) => {
      button.click()
      await Promise.resolve()
      button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    })
    await expect(history.question).toBeVisible()
    await expect(history.cancel).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(history.question).toHaveCount(0)
    await expect(history.dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(history.dialog).toHaveCount(0)
  },
)
