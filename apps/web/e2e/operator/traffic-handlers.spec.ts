import { beforeMidnight } from '../../../api/test/make/midnight.ts'
import { expectAccessible } from '../support/accessible.ts'
import { expectToast, failing, settingsForm, watchChanges } from '../support/admin-settings-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { dismissToast } from '../support/toast.ts'

const PATH = '/adm/traffic-handlers'
const IDLE = 'Idle Session Redirect'
const BACK = 'Back Button Redirect'
const IDLE_CALL = '**/api/admin/idle-redirect-config'
const BACK_CALL = '**/api/admin/back-button-config'

test('keeps unsaved and invalid settings in the form', async ({ page, operator }) => {
  await operator.open(PATH)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Traffic Handlers')
  const time = settingsForm(page, IDLE).field('Idle redirect time')
  await expect(time).toHaveValue('300')
  for (const [name, value] of Object.entries({ type: 'number', min: '30', max: '3600' }))
    await expect(time).toHaveAttribute(name, value)
  for (const title of [IDLE, BACK]) {
    const form = settingsForm(page, title)
    await expect(form.state('Disabled')).toBeVisible()
    await expect(form.form).toContainText('No redirect. Visitors stay on the site.')
    await expect(page.getByRole('region', { name: title, exact: true })).toContainText('Nothing saved yet.')
    await expect(page.getByRole('region', { name: title, exact: true })).toContainText('Never')
    await form.expectClean()
  }
  await expect(page.getByText('No redirects in the last 30 days')).toBeVisible()

  const sent = watchChanges(page)
  const idle = settingsForm(page, IDLE)
  const back = settingsForm(page, BACK)
  await time.fill('30.5')
  await idle.save.click()
  await expectToast(page, 'Invalid Time', 'Idle redirect time must be whole seconds')
  await expect(time).toHaveAccessibleDescription(/^Idle redirect time must be whole seconds/)
  await time.fill('')
  await time.blur()
  await expect(time).toHaveValue('30')
  const fields = [
    { form: idle, field: idle.field('Idle redirect URL') },
    { form: back, field: back.field('Back button URL') },
  ]
  for (const { form, field } of fields) {
    await field.fill('example.com')
    await form.save.click()
    await expectToast(page, 'Invalid URL', 'Please enter a valid URL including http:// or https://')
    await expect(field).toHaveAccessibleDescription(/^Please enter a valid URL including/)
    await dismissToast(page.getByRole('region', { name: 'Notification' }).getByRole('listitem'))
  }
  expect(sent).toEqual([])
})

test('both redirects are saved as shown, with their history', { tag: '@phone' }, async ({
  page,
  operator,
  request,
}) => {
  await operator.open(PATH)
  const idle = settingsForm(page, IDLE)
  await idle.field('Idle redirect time').fill('90')
  await idle.field('Idle redirect URL').fill('https://partner.example/idle')
  await expect(idle.form).toContainText('After 1 minute 30 seconds without activity')
  await expect(idle.form.getByRole('link')).toHaveAttribute('href', 'https://partner.example/idle')
  await idle.save.click()
  await idle.expectClean()
  await expect(idle.state('Enabled')).toBeVisible()
  expect(await (await request.get('/api/idle-redirect-config')).json()).toMatchObject({
    enabled: true,
    idleRedirectTime: 90,
    idleRedirectUrl: 'https://partner.example/idle',
  })

  await idle.field('Idle redirect URL').fill('')
  await idle.save.click()
  await expect(idle.state('Disabled')).toBeVisible()
  const history = page.getByRole('list', { name: 'Idle redirect history' }).getByRole('listitem')
  await expect(history).toHaveCount(2)
  await expect(history.nth(0)).toContainText(/\d{4}.*Off.*No redirect/s)
  await expect(history.nth(1)).toContainText(/Replaced.*https:\/\/partner\.example\/idle after 90 seconds/s)

  const back = settingsForm(page, BACK)
  await back.field('Back button URL').fill('https://partner.example/back')
  await expect(back.form).toContainText('On going back')
  await back.field('Back button URL').press('Enter')
  await expect(back.state('Enabled')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Back button history' }).getByRole('listitem')).toContainText(
    /Current.*https:\/\/partner\.example\/back/s,
  )
  const config = await (await request.get('/api/idle-redirect-config')).json()
  expect(config).toMatchObject({ backButtonUrl: 'https://partner.example/back' })
  await expectAccessible(page)
})

test('counts redirects a day', async ({ page, operator, site }) => {
  await beforeMidnight()
  await site.query(
    `INSERT INTO redirect_counts SELECT (now() AT TIME ZONE 'UTC')::date, kind, count
     FROM (VALUES ('idle', 1200), ('back', 30), ('swipe', 4)) counted (kind, count)`,
  )
  await operator.open(PATH)
  await expect(page.getByRole('img', { name: 'Redirects per day: 1,234 redirects in 30 days' })).toBeVisible()
  const plot = page.getByRole('figure')
  await plot.getByText('Show as a table').click()
  await expect(plot.getByRole('columnheader')).toHaveText(['Day', 'Idle', 'Back button', 'Swipe back'])
  await expect(plot.getByRole('row').nth(1).getByRole('cell')).toHaveText(['1,200', '30', '4'])
})

test('asks for a migration only when both configurations fail to load', async ({ page, operator, site, problems }) => {
  problems.expect(/^50[03] /)
  await failing(page, IDLE_CALL, { method: 'GET' })
  await failing(page, BACK_CALL, { method: 'GET' })
  await operator.open(PATH)
  const notice = page.getByRole('alert')
  await expect(notice.getByRole('heading')).toHaveText('Database Migration Required')
  await expect(notice.getByText('Table missing', { exact: true })).toBeVisible()
  await expect(notice.getByRole('link')).toHaveAttribute('href', '/adm/db-test')
  await expectAccessible(page)

  await test.step('one of them is no missing table', async () => {
    await page.unroute(BACK_CALL)
    const idleAskedAgain = page.waitForResponse(IDLE_CALL)
    await notice.getByRole('button', { name: 'Try again' }).click()
    await idleAskedAgain
    await expect(settingsForm(page, BACK).form).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('Failed to load idle redirect configuration')
  })
  await test.step('nor is another failure than a 500', async () => {
    await failing(page, BACK_CALL, { method: 'GET', status: 503 })
    await page.reload()
    // Both reads have failed by now, so a notice would be visible.
    await expect(page.getByText('Failed to load idle redirect configuration')).toBeVisible()
    await expect(page.getByText('Failed to load back button configuration')).toBeVisible()
    await expect(page.getByText('Database Migration Required')).toHaveCount(0)
  })
  await test.step('histories', async () => {
    await page.unrouteAll()
    await site.saveSetting('back-button', { backButtonUrl: 'https://a.example' })
    await failing(page, '**/api/admin/*-history', { method: 'GET' })
    const answers = ['idle-redirect-history', 'back-button-history'].map(async (name) =>
      (await page.waitForResponse(`**/api/admin/${name}`)).finished(),
    )
    await page.reload()
    await Promise.all(answers)
    // When this change is rendered, the earlier answers are, too.
    await settingsForm(page, BACK).field('Back button URL').fill('https://b.example')
    await settingsForm(page, BACK).expectUnsaved()
    for (const title of [IDLE, BACK])
      await expect(page.getByRole('region', { name: title, exact: true })).toContainText('Nothing saved yet.')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})
