import { expect, test } from '../support/fixtures.ts'
import { expectToast, failing, settingsForm, watchChanges } from '../support/operator-screens.ts'

const PATH = '/adm/traffic-handlers'
const IDLE = 'Idle Session Redirect'
const BACK = 'Back Button Redirect'

test('refuses invalid redirects with a reason', async ({ page, operator }) => {
  await operator.open(PATH)
  const idle = settingsForm(page, IDLE)
  const back = settingsForm(page, BACK)
  const time = idle.field('Idle redirect time')
  const sent = watchChanges(page)
  await expect(time).toHaveValue('300')
  await time.fill('29')
  await idle.save.click()
  await expectToast(page, 'Invalid Time', 'Idle redirect time must be at least 30 seconds')
  await expect(time).toHaveAccessibleDescription(/^Idle redirect time must be at least 30 seconds/)
  await time.fill('')
  await time.blur()
  await expect(time).toHaveValue('30')
  for (const [form, label] of [
    [idle, 'Idle redirect URL'],
    [back, 'Back button URL'],
  ] as const) {
    await form.field(label).fill('example.com')
    await form.save.click()
    await expectToast(page, 'Invalid URL', 'Please enter a valid URL including http:// or https://')
    await expect(form.field(label)).toHaveAccessibleDescription(/^Please enter a valid URL including/)
  }
  expect(sent).toEqual([])
})

test('saves both redirects and lists earlier ones', async ({ page, operator, request }) => {
  await operator.open(PATH)
  const idle = settingsForm(page, IDLE)
  await idle.field('Idle redirect time').fill('90')
  await idle.field('Idle redirect URL').fill('https://partner.example/idle')
  await expect(idle.form).toContainText('After 1 minute 30 seconds without activity')
  await idle.save.click()
  await idle.expectClean()
  await expect(idle.state('Enabled')).toBeVisible()
  await idle.field('Idle redirect URL').fill('')
  await idle.save.click()
  await expect(idle.state('Disabled')).toBeVisible()
  const history = page.getByRole('list', { name: 'Idle redirect history' }).getByRole('listitem')
  await expect(history).toHaveText([
    /Off.*No redirect/s,
    /Replaced.*https:\/\/partner\.example\/idle after 90 seconds/s,
  ])

  const back = settingsForm(page, BACK)
  await back.field('Back button URL').fill('https://partner.example/back')
  await back.field('Back button URL').press('Enter')
  await expect(back.state('Enabled')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Back button history' }).getByRole('listitem')).toContainText(
    /Current.*https:\/\/partner\.example\/back/s,
  )
  expect(await (await request.get('/api/idle-redirect-config')).json()).toMatchObject({
    enabled: false,
    idleRedirectTime: 90,
    backButtonUrl: 'https://partner.example/back',
  })
})

test('asks for a migration only while both configurations fail', async ({ page, operator, problems }) => {
  problems.expect(/^500 /)
  const backCall = '**/api/admin/back-button-config'
  await failing(page, '**/api/admin/idle-redirect-config', { method: 'GET' })
  await failing(page, backCall, { method: 'GET' })
  await operator.open(PATH)
  const notice = page.getByRole('alert')
  await expect(notice.getByRole('heading')).toHaveText('Database Migration Required')
  await expect(notice.getByText('Table missing', { exact: true })).toBeVisible()
  await expect(notice.getByRole('link')).toHaveAttribute('href', '/adm/db-test')
  await page.unroute(backCall)
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(settingsForm(page, BACK).form).toBeVisible()
  await expect(notice).toContainText('Failed to load idle redirect configuration')
})
