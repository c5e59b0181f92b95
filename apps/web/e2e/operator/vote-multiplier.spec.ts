import { expectAccessible } from '../support/accessible.ts'
import { configured, expectToast, settingsForm, watchChanges } from '../support/admin-settings-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { holdCalls } from '../support/held-calls.ts'
import { layoutShift } from '../support/layout-shift.ts'

const PATH = '/adm/vote-multiplier'
const CALL = '/api/admin/vote-multiplier-config'
const TITLE = 'Vote Multiplier'

test('falls back to 1 without a number and refuses a negative one', async ({ page, operator }) => {
  const loading = await holdCalls(page, `**${CALL}`)
  await operator.open(PATH)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vote Multiplier Settings')
  await expect(page.getByRole('main').locator('.animate-spin')).toBeVisible()
  loading.release()
  await expect(page.getByText('Changes only the displayed vote counts, not the stored votes')).toBeVisible()
  const form = settingsForm(page, TITLE)
  await expect(form.state('Disabled')).toBeVisible()
  expect(await layoutShift(page)).toBeLessThan(0.02)
  const multiplier = form.field('Multiplier')
  await expect(multiplier).toHaveValue('1')
  for (const [name, value] of Object.entries({ type: 'number', min: '0.1', step: '0.1', placeholder: '1.0' }))
    await expect(multiplier).toHaveAttribute(name, value)
  await expect(page.getByText('Common values: 1.5-10.0.')).toBeVisible()
  await expect(page.getByText('Example: 2.5 shows 250 when the real count is 100.')).toBeVisible()
  await expect(configured(page, 'Status')).toHaveText('Disabled')
  await expect(configured(page, 'Multiplier')).toHaveText('1x')
  await expect(configured(page, 'Last updated')).toHaveText('Never')
  await form.expectClean()

  await form.toggle('Enable vote multiplier').check()
  await multiplier.fill('2.5')
  await form.save.click()
  await form.expectClean()
  const sent = watchChanges(page)
  for (const text of ['', '0']) {
    await multiplier.fill(text)
    await expect(page.getByRole('region', { name: 'Live preview' })).toContainText('are shown as 100')
    await multiplier.blur()
    await expect(multiplier).toHaveValue('1')
    await form.reset.click()
    await expect(multiplier).toHaveValue('2.5')
  }
  await multiplier.fill('-1')
  await multiplier.press('Enter')
  await expectToast(page, 'Invalid Configuration', 'Vote multiplier must be greater than 0')
  await expect(multiplier).toHaveAccessibleDescription(/^Vote multiplier must be greater than 0/)
  await expectAccessible(page)
  await multiplier.fill('0.1')
  await form.save.click()
  await form.expectClean()
  expect(sent).toEqual([CALL])
})

test('takes a decimal comma, typed or pasted', async ({ page, operator, site }) => {
  await operator.open(PATH)
  const form = settingsForm(page, TITLE)
  const multiplier = form.field('Multiplier')
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
  await form.save.click()
  await form.expectClean()
  expect(await site.query('SELECT values FROM settings')).toEqual([{ values: { isEnabled: false, multiplier: 3.75 } }])
})

test('is previewed and saved, never over somebody else’s', async ({ page, operator, request, problems }) => {
  await operator.open(PATH)
  const form = settingsForm(page, TITLE)
  const preview = page.getByRole('region', { name: 'Live preview' })
  await form.field('Multiplier').fill('2.456')
  await form.expectUnsaved()
  await expect(preview).toHaveCount(0)
  await form.toggle('Enable vote multiplier').check()
  await expect(preview).toContainText('100 real votes are shown as 246')
  await form.field('Multiplier').fill('2.454')
  await expect(preview).toContainText('100 real votes are shown as 245')
  await form.field('Multiplier').fill('2.456')
  await expect(preview).toContainText('100 real votes are shown as 246')
  await form.save.click()
  await form.expectClean()
  await expect(form.state('Enabled')).toBeVisible()
  await expect(configured(page, 'Status')).toHaveText('Enabled')
  await expect(configured(page, 'Multiplier')).toHaveText('2.456x')
  const { updatedAt } = await (await request.get(CALL, { headers: operator.headers })).json()
  const shown = await page.evaluate((iso) => new Date(iso).toLocaleString(), updatedAt)
  await expect(configured(page, 'Last updated')).toHaveText(shown)
  expect(await (await request.get('/api/vote-multiplier-config')).json()).toEqual({
    isEnabled: true,
    multiplier: 2.456,
  })

  problems.expect(/^409 .*vote-multiplier-config/)
  await form.field('Multiplier').fill('3')
  await request.post(CALL, { headers: operator.headers, data: { isEnabled: true, multiplier: 7 } })
  await form.save.click()
  const conflict = 'This setting was changed since you read it: Multiplier is now 7, yours is 3.'
  await expectToast(page, 'Update Failed', conflict)
  await expect(configured(page, 'Multiplier')).toHaveText('7x')
  await expect(form.field('Multiplier')).toHaveValue('3')
  await form.save.click()
  await expect(configured(page, 'Multiplier')).toHaveText('3x')
  await form.expectClean()
})
