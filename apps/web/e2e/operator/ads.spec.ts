import { expectAccessible } from '../support/accessible.ts'
import { configured, expectToast, settingsForm, watchChanges } from '../support/admin-settings-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { dismissToast } from '../support/toast.ts'

const PATH = '/adm/ads'

// Nothing is saved yet, so these reads return 404.
test.beforeEach(({ problems }) => problems.expect(/^404 .*\/api\/admin\/ad-config\//))

test('begins with the default names and texts; what is not right is told and not sent', { tag: '@phone' }, async ({
  page,
  operator,
  isMobile,
}) => {
  await operator.open(PATH)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Advertisement Management')
  const zone = settingsForm(page, 'Ad Zone 1')
  await expect(page.getByText('shown under the skip button')).toBeVisible()
  await expect(zone.field('Zone name')).toHaveValue('Ad Zone 1')
  await expect(zone.field('Ad code')).toHaveValue('')
  const button = settingsForm(page, 'Skip Button')
  await expect(button.field('Zone name')).toHaveValue('Skip Button')
  await expect(button.field('Button text')).toHaveValue('Skip this photo')
  await expect(button.field('Destination URL')).toHaveValue('')
  for (const form of [zone, button]) {
    await expect(form.state('Disabled')).toBeVisible()
    await form.expectClean()
  }
  await expect(configured(page, 'Button text')).toHaveText('Skip this photo')
  for (const name of ['Ad Zone 1', 'Skip Button'])
    await expect(page.getByRole('region', { name, exact: true })).toContainText('Never')
  await expectAccessible(page)

  if (isMobile) return
  const sent = watchChanges(page)
  const refuse = (form: typeof zone, [label, value, message]: [string, string, string]) =>
    test.step(`${label}: "${value}"`, async () => {
      await form.field(label).fill(value)
      await form.save.click()
      await expectToast(page, 'Validation Error', message)
      await expect(form.field(label)).toHaveAccessibleDescription(new RegExp(`^${message.replace(/[()./]/g, '\\$&')}`))
      await dismissToast(page.getByRole('region', { name: 'Notification' }).getByRole('listitem'))
      await form.reset.click()
      await form.expectClean()
    })
  await refuse(zone, ['Zone name', '  ', 'Zone name cannot be empty'])
  await refuse(button, ['Zone name', '', 'Zone name cannot be empty'])
  await refuse(button, ['Button text', ' ', 'Button text cannot be empty'])
  await refuse(button, ['Destination URL', 'example.com', 'Please enter a valid URL (e.g., https://example.com)'])
  for (const form of [zone, button]) {
    await form.field('Zone name').fill('A name')
    await form.save.click()
    await form.expectClean()
  }
  expect(sent).toEqual(['/api/admin/ad-config/zone1', '/api/admin/ad-config/skip-button'])
})

test('zone and skip button are saved, and nobody’s changes lost', async ({ page, operator, request, problems }) => {
  await operator.open(PATH)
  const zone = settingsForm(page, 'Ad Zone 1')
  await zone.field('Zone name').fill('Below the photo')
  await zone.field('Ad code').fill('<b>Buy</b>\n<script>1</script>')
  // Ads in the page could read an operator's login on the same host.
  await expect(zone.toggle('Run in a sandboxed frame')).toBeChecked()
  await expect(zone.toggle('Run in a sandboxed frame')).toBeDisabled()
  await expect(zone.toggle('Run in a sandboxed frame')).toHaveAccessibleDescription(/could read your login/)
  await zone.save.click()
  await zone.expectClean()
  await expect(zone.state('Enabled')).toBeVisible()
  const card = page.getByRole('region', { name: 'Ad Zone 1', exact: true })
  await expect(card).toContainText('A sandboxed frame')
  await expect(card).not.toContainText('Never')
  const publicly = () => request.get('/api/ad-config/zone1').then((answer) => answer.json())
  expect(await publicly()).toEqual({ adCode: '<b>Buy</b>\n<script>1</script>', isSandboxed: true })

  await zone.toggle('Active').uncheck()
  await zone.save.click()
  await expect(zone.state('Disabled')).toBeVisible()
  expect(await publicly()).toMatchObject({ adCode: '' })

  problems.expect(/^409 .*ad-config\/zone1/)
  const theirs = { zoneName: 'Theirs', adCode: '<b>Theirs</b>', isActive: false }
  await request.post('/api/admin/ad-config/zone1', { headers: operator.headers, data: theirs })
  await zone.field('Zone name').fill('Mine')
  await zone.save.click()
  await expectToast(
    page,
    'Failed to save ad configuration',
    'This setting was changed since you read it: Zone name is now "Theirs", yours is "Mine"; Ad code is now "<b>Theirs</b>", yours is "<b>Buy</b>\\n<script>1</script>".',
  )
  await expect(zone.field('Ad code')).toHaveValue('<b>Theirs</b>')
  await zone.field('Zone name').fill('Below the photo')
  await zone.save.click()
  await zone.expectClean()
  await page.reload()
  await expect(zone.field('Zone name')).toHaveValue('Below the photo')
  await expect(zone.toggle('Active')).not.toBeChecked()

  const button = settingsForm(page, 'Skip Button')
  const preview = page.getByRole('region', { name: 'Skip button preview' })
  await expect(preview.getByText('Skip this photo', { exact: true })).toBeVisible()
  await expect(preview).toContainText('Skips to the next photo')
  await button.field('Button text').fill('Next please')
  await button.field('Destination URL').fill('https://partner.example/go')
  await expect(preview).toContainText('Next please')
  await expect(preview).toContainText('Leads to https://partner.example/go')
  await button.save.click()
  await expect(button.state('Enabled')).toBeVisible()
  expect(await (await request.get('/api/ad-config/skip-button')).json()).toEqual({
    buttonText: 'Next please',
    buttonUrl: 'https://partner.example/go',
  })
})
