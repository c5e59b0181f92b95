import { expectAccessible } from './accessible.ts'
import {
  configured,
  expectToast,
  failing,
  goTo,
  held,
  settingsForm,
  watchChanges,
  watchReads,
} from './admin-settings-screen.ts'
import { expect, test } from './fixtures.ts'

const PATH = '/adm/vote-multiplier'
const CALL = '**/api/admin/vote-multiplier-config'
const TITLE = 'Vote Multiplier'

test('says what it is for, what is in force, and what values are common', async ({ page, operator }) => {
  await operator.open(PATH)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vote Multiplier Settings')
  await expect(page.getByText('Changes only the displayed vote counts, not the stored votes')).toBeVisible()
  const form = settingsForm(page, TITLE)
  await expect(form.state('Disabled')).toBeVisible()
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
  await expectAccessible(page)
})

test('Reset and Save leave the keyboard where it is', async ({ page, operator }) => {
  await operator.open(PATH)
  const form = settingsForm(page, TITLE)
  for (const name of ['reset', 'save'] as const) {
    await form.field('Multiplier').fill('3')
    await form.expectUnsaved()
    await form[name].press('Enter')
    await form.expectClean()
    await expect(form[name]).toBeFocused()
  }
})

test('is saved, with a live preview before', async ({ page, operator, request }) => {
  await operator.open(PATH)
  const form = settingsForm(page, TITLE)
  const preview = page.getByRole('region', { name: 'Live preview' })
  await form.field('Multiplier').fill('2.456')
  await expect(preview).toHaveCount(0)
  await form.toggle('Enable vote multiplier').check()
  await expect(preview).toContainText('100 real votes are shown as 246')
  await form.field('Multiplier').fill('2.454')
  await expect(preview).toContainText('100 real votes are shown as 245')
  await form.field('Multiplier').fill('2.456')
  await form.expectUnsaved()
  await expectAccessible(page)
  const call = await held(page, CALL)
  await form.save.click()
  await expect(form.saving).toBeDisabled()
  call.release()
  await expectToast(page, 'Configuration Updated', 'Vote multiplier settings have been saved successfully.')
  await form.expectClean()
  await expect(form.state('Enabled')).toBeVisible()
  await expect(configured(page, 'Status')).toHaveText('Enabled')
  await expect(configured(page, 'Multiplier')).toHaveText('2.456x')
  const { updatedAt } = await (await request.get(CALL.slice(2), { headers: operator.headers })).json()
  const shown = await page.evaluate((iso) => new Date(iso).toLocaleString(), updatedAt)
  await expect(configured(page, 'Last updated')).toHaveText(shown)
  expect(await (await request.get('/api/vote-multiplier-config')).json()).toEqual({
    isEnabled: true,
    multiplier: 2.456,
  })
})

test('Reset Changes brings the saved values back', async ({ page, operator, site }) => {
  await site.query('INSERT INTO vote_multiplier (is_enabled, multiplier) VALUES (true, 2.5)')
  await operator.open(PATH)
  const form = settingsForm(page, TITLE)
  await form.field('Multiplier').fill('7')
  await form.toggle('Enable vote multiplier').uncheck()
  await form.expectUnsaved()
  await form.reset.click()
  await expect(form.field('Multiplier')).toHaveValue('2.5')
  await expect(form.toggle('Enable vote multiplier')).toBeChecked()
  await form.expectClean()
  // What is typed back is no change either.
  await form.field('Multiplier').fill('9')
  await form.field('Multiplier').fill('2.5')
  await form.expectClean()
})

test('what is no number, and zero, falls back to 1; less than zero is not sent', async ({ page, operator, site }) => {
  await site.query('INSERT INTO vote_multiplier (is_enabled, multiplier) VALUES (true, 2.5)')
  await operator.open(PATH)
  const sent = watchChanges(page)
  const form = settingsForm(page, TITLE)
  for (const text of ['', '0']) {
    await form.field('Multiplier').fill(text)
    await expect(page.getByRole('region', { name: 'Live preview' })).toContainText('are shown as 100')
    await form.field('Multiplier').blur()
    await expect(form.field('Multiplier')).toHaveValue('1')
    await form.reset.click()
  }
  await form.field('Multiplier').fill('-1')
  await form.field('Multiplier').press('Enter')
  await expectToast(page, 'Invalid Configuration', 'Vote multiplier must be greater than 0')
  await expect(form.field('Multiplier')).toHaveAccessibleDescription(/^Vote multiplier must be greater than 0/)
  await expectAccessible(page)
  expect(sent).toEqual([])
})

test.describe('a failure', () => {
  test('to load says so and can be tried again', async ({ page, operator, problems }) => {
    problems.expect(/^503 .*\/api\/admin\/vote-multiplier-config/)
    const error = 'The site is busy right now.'
    await page.route(CALL, (route) => route.fulfill({ status: 503, json: { error, message: error } }), { times: 1 })
    await operator.open(PATH)
    const alert = page.getByRole('alert')
    await expect(alert.getByRole('heading')).toHaveText(
      'Failed to load vote multiplier configuration. Please try again.',
    )
    await expect(alert.getByText(error, { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(settingsForm(page, TITLE).form).toBeVisible()
  })

  for (const error of ['', 'The site is busy right now.'])
    test(`to save says so: "${error}"`, async ({ page, operator, problems }) => {
      problems.expect(/^503 .*\/api\/admin\/vote-multiplier-config/)
      await failing(page, CALL, { status: 503, error })
      await operator.open(PATH)
      const form = settingsForm(page, TITLE)
      await form.field('Multiplier').fill('3')
      await form.save.click()
      await expectToast(page, 'Update Failed', error || 'Failed to update vote multiplier configuration')
      await form.expectUnsaved()
      await expect(form.field('Multiplier')).toHaveValue('3')
    })
})

test('is fresh for ten minutes, and asked for by itself never', async ({ page, operator }) => {
  await page.clock.install()
  const asked = watchReads(page, '/api/admin/vote-multiplier-config')
  const form = settingsForm(page, TITLE).form
  await operator.open(PATH)
  await expect(form).toBeVisible()
  const comeBackAfter = async (time: string) => {
    await goTo(page, 'Export Votes')
    await expect(form).toHaveCount(0)
    await page.clock.fastForward(time)
    await goTo(page, 'Vote Multiplier')
    await expect(form).toBeVisible()
  }
  await comeBackAfter('09:30')
  expect(asked).toHaveLength(1)
  await page.clock.fastForward('01:00')
  await page.evaluate(() => {
    for (const event of ['visibilitychange', 'focus', 'online']) dispatchEvent(new Event(event))
  })
  expect(asked).toHaveLength(1)
  await comeBackAfter('00:01')
  await expect.poll(() => asked).toHaveLength(2)
})
