import { historyOf, saving } from './admin-setting-history-screen.ts'
import { expectToast, settingsForm } from './admin-settings-screen.ts'
import { expect, test } from './fixtures.ts'
import { tabTo } from './tab-to.ts'

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
  await expect(history.question).toContainText('What you changed in this form is not saved yet and will be lost.')
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

saving(
  'what somebody else saved meanwhile is told, and not replaced; what is done is shown, also when its answer is lost',
  async ({ page, operator, saved, problems }) => {
    problems.expect(/^409 .*vote-multiplier-config/, /ERR_FAILED/)
    await saved(CALL, { isEnabled: true, multiplier: 3 }, { isEnabled: true, multiplier: 4 })
    await operator.open(PATH)
    const form = settingsForm(page, TITLE)
    const history = historyOf(page, TITLE)
    await history.button.click()
    await history.restore(1).click()
    await saved(CALL, { isEnabled: true, multiplier: 7 })
    await history.confirm.click()
    const conflict = 'This setting was changed since you read it: Multiplier is now 7, yours is 3.'
    await expectToast(page, 'Update Failed', conflict)
    await expect(history.change(0, 'Multiplier')).toHaveText('47')
    await history.restore(2).click()
    await expect(history.question.getByRole('definition')).toHaveText('73')
    await history.confirm.click()
    await expect(form.field('Multiplier')).toHaveValue('3')

    await history.button.click()
    await page.route(`**${CALL}`, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      await route.abort()
    })
    await history.restore(2).click()
    await history.confirm.click()
    await expect(history.change(0, 'Multiplier')).toHaveText('34')
    await history.close.click()
    await expect(form.field('Multiplier')).toHaveValue('4')
    await form.expectClean()
  },
)

saving(
  'by keyboard alone; Escape and going back close the question first, then the history',
  async ({ page, operator, saved }) => {
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
    await test.step('Escape', async () => {
      await history.restore(1).press('Enter')
      await expect(history.question).toBeVisible()
      await expect(history.cancel).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(history.question).toHaveCount(0)
      await expect(history.dialog).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(history.dialog).toHaveCount(0)
    })
    await test.step('going back', async () => {
      await history.button.press('Enter')
      await history.restore(1).press('Enter')
      await expect(history.question).toBeVisible()
      await page.goBack()
      await expect(history.question).toHaveCount(0)
      await expect(history.dialog).toBeVisible()
      await page.goBack()
      await expect(history.dialog).toHaveCount(0)
      await expect(page).toHaveURL(PATH)
    })
    await expect(history.button).toBeFocused()
    await page.keyboard.press('Enter')
    await tabTo(page, history.restore(1))
    await page.keyboard.press('Space')
    await tabTo(page, history.confirm)
    await page.keyboard.press('Enter')
    await expect(history.dialog).toHaveCount(0)
    await expect(history.button).toBeFocused()
    await expect(settingsForm(page, TITLE).field('Multiplier')).toHaveValue('3')
  },
)
