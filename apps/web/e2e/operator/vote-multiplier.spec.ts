import { expect, test } from '../support/fixtures.ts'
import { configured, expectToast, settingsForm, watchChanges } from '../support/operator-screens.ts'

const PATH = '/adm/vote-multiplier'
const CALL = '/api/admin/vote-multiplier-config'

test('replaces a missing multiplier by 1 and refuses a negative one', async ({ page, operator, site }) => {
  await site.saveSetting('vote-multiplier', { isEnabled: true, multiplier: 2.5 })
  await operator.open(PATH)
  const form = settingsForm(page, 'Vote Multiplier')
  const multiplier = form.field('Multiplier')
  await expect(multiplier).toHaveValue('2.5')
  const sent = watchChanges(page)
  await multiplier.fill('0')
  await multiplier.blur()
  await expect(multiplier).toHaveValue('1')
  await expect(page.getByRole('region', { name: 'Live preview' })).toContainText('are shown as 100')
  await multiplier.fill('-1')
  await multiplier.press('Enter')
  await expectToast(page, 'Invalid Configuration', 'Vote multiplier must be greater than 0')
  await expect(multiplier).toHaveAccessibleDescription(/^Vote multiplier must be greater than 0/)
  expect(sent).toEqual([])
})

test('accepts a decimal comma, typed or pasted', async ({ page, operator }) => {
  await operator.open(PATH)
  const multiplier = settingsForm(page, 'Vote Multiplier').field('Multiplier')
  await multiplier.fill('')
  await multiplier.pressSequentially('2,5')
  await expect(multiplier).toHaveValue('2.5')
  await multiplier.evaluate((field: HTMLInputElement) => {
    field.select()
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '3,75')
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(multiplier).toHaveValue('3.75')
})

test('previews and saves a multiplier, and reports a conflicting change', async ({
  page,
  operator,
  request,
  problems,
}) => {
  problems.expect(/^409 .*vote-multiplier-config/)
  await operator.open(PATH)
  const form = settingsForm(page, 'Vote Multiplier')
  const preview = page.getByRole('region', { name: 'Live preview' })
  await form.field('Multiplier').fill('2.456')
  await expect(preview).toHaveCount(0)
  await form.toggle('Enable vote multiplier').check()
  await expect(preview).toContainText('100 real votes are shown as 246')
  await form.save.click()
  await form.expectClean()
  await expect(form.state('Enabled')).toBeVisible()
  await expect(configured(page, 'Multiplier')).toHaveText('2.456x')
  const { updatedAt } = await (await request.get(CALL, { headers: operator.headers })).json()
  const shown = await page.evaluate((iso) => new Date(iso).toLocaleString(), updatedAt)
  await expect(configured(page, 'Last updated')).toHaveText(shown)
  expect(await (await request.get('/api/vote-multiplier-config')).json()).toEqual({
    isEnabled: true,
    multiplier: 2.456,
    hidesResult: false,
  })

  await form.field('Multiplier').fill('3')
  await request.post(CALL, { headers: operator.headers, data: { isEnabled: true, multiplier: 7 } })
  await form.save.click()
  const conflict = 'This setting was changed since you read it. Check the new values, then save again.'
  await expectToast(page, 'Update Failed', conflict)
  await expect(configured(page, 'Multiplier')).toHaveText('7x')
  await form.save.click()
  await expect(configured(page, 'Multiplier')).toHaveText('3x')
})
