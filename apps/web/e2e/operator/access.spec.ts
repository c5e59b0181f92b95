import { expect, test } from '../support/fixtures.ts'
import { expectToast, settingsForm } from '../support/operator-screens.ts'

test('closes voting with a text that an open tab shows after its next vote', async ({
  page,
  context,
  operator,
  visitor,
  problems,
}) => {
  problems.expect(/^403 .*\/api\/votes/)
  await (await visitor()).uploadPhotos(2)
  const tab = await context.newPage()
  await tab.goto('/')
  await expect(tab.getByRole('img', { name: /^Photo 1/ })).toBeVisible()
  await operator.open('/adm/access')
  await page.getByLabel('Voting open').uncheck()
  await page.getByLabel('Text while voting is closed').fill('Voting opens on Monday.')
  await settingsForm(page, 'Site access').save.click()
  await expectToast(page, 'Configuration Updated', 'Access settings saved.')
  await expect(page.getByRole('region', { name: 'Site access' })).toContainText('Partly closed')
  // Polls, because processes read the setting only once a second.
  await expect.poll(async () => (await page.request.post('/api/votes')).status()).toBe(403)
  await tab.keyboard.press('ArrowRight')
  await expect(tab.getByText('Voting opens on Monday.')).toBeVisible()
})

test('marks invalid fields of a ban, then bans a word and lifts the ban', async ({ page, operator, problems }) => {
  problems.expect(/^400 .*\/api\/admin\/bans/)
  await operator.open('/adm/access')
  await page.getByRole('button', { name: 'Add ban' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add ban' })
  const address = dialog.getByLabel('IP address')
  await address.fill('999.1.2')
  await dialog.getByLabel('Reason').fill('Spam')
  await dialog.getByRole('button', { name: 'Ban' }).click()
  await expect(address).toHaveAccessibleDescription(/^Enter an IP address/)
  await expect(address).toBeFocused()
  await dialog.getByLabel('Reason').clear()
  await dialog.getByLabel('Kind').selectOption('Username')
  await dialog.getByLabel('Word').fill('badword')
  await dialog.getByRole('button', { name: 'Ban' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/^Say why/)
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await dialog.getByLabel('Reason').fill('Insult')
  await dialog.getByRole('button', { name: 'Ban' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Username “badword”' })
  await expect(row).toContainText('Insult')
  await row.getByRole('button', { name: 'Lift: Username “badword”' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Lift ban' }).click()
  await expect(row).toContainText('Ended')
})
