import { readFile } from 'node:fs/promises'
import { expect, test } from '../support/fixtures.ts'
import { expectToast, settingsForm, watchChanges } from '../support/operator-screens.ts'
import type { Site } from '../support/running-site.ts'

const PATH = '/adm/email-capture'

const captureEmails = (site: Site, emails: string[]) =>
  site.query(`INSERT INTO captured_emails (email) SELECT unnest($1::text[])`, [emails])

test('refuses an invalid vote threshold and saves a valid one', async ({ page, operator, request }) => {
  await operator.open(PATH)
  const form = settingsForm(page, 'E-mail Capture')
  const threshold = form.field('Vote threshold')
  await expect(threshold).toHaveValue('5')
  await expect(page.getByText('Never changed')).toBeVisible()
  const sent = watchChanges(page)
  for (const [value, message] of [
    ['1.5', 'Vote threshold must be a whole number'],
    ['', 'Vote threshold must be at least 1'],
  ] as const) {
    await threshold.fill(value)
    await form.save.click()
    await expectToast(page, 'Invalid Configuration', message)
    await expect(threshold).toHaveAccessibleDescription(new RegExp(`^${message}`))
  }

  await form.toggle('Enable e-mail capture').check()
  await threshold.fill('12')
  await expect(page.getByText('Visitors are asked after 12 votes.')).toBeVisible()
  await threshold.press('Enter')
  await form.expectClean()
  await expect(form.state('Enabled')).toBeVisible()
  await expect(page.getByText('Changed just now')).toBeVisible()
  const config = await request.get('/api/email-capture-config')
  expect(await config.json()).toEqual({ isEnabled: true, voteThreshold: 12 })
  expect(sent).toEqual(['/api/admin/email-capture-config'])
})

/** Simulates Safari: copying must start within the click, not after a server's answer. */
const allowCopyInClickOnly = () => {
  let isClick = false
  const end = new MessageChannel()
  end.port1.onmessage = () => {
    isClick = false
  }
  const begin = () => {
    isClick = true
    end.port2.postMessage(null)
  }
  addEventListener('click', begin, { capture: true })
  const { clipboard } = navigator
  const guard = <Given>(act: (given: Given) => Promise<void>) => {
    return (given: Given) => (isClick ? act.call(clipboard, given) : Promise.reject(new Error('Not in a click')))
  }
  Object.assign(clipboard, { write: guard(clipboard.write), writeText: guard(clipboard.writeText) })
}

test('lists captured addresses and exports them as a file or copy', async ({
  page,
  operator,
  site,
  visitor,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(allowCopyInClickOnly)
  const { id, username } = await visitor()
  await captureEmails(site, ['grace@example.com', '+ada@example.com'])
  await site.query(`UPDATE captured_emails SET user_id = $1 WHERE email = '+ada@example.com'`, [id])
  await operator.open(PATH)
  const newest = page.getByRole('grid', { name: 'Captured e-mail addresses' }).getByRole('row').nth(1)
  await expect(newest).toContainText('+ada@example.com')
  await expect(newest.getByRole('link', { name: username })).toHaveAttribute('href', `/adm/users/${id}`)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  await expectToast(page, 'E-mail addresses downloaded')
  expect((await download).suggestedFilename()).toMatch(/^captured-emails-\d{4}-\d\d-\d\d\.csv$/)
  expect(await readFile(await (await download).path(), 'utf8')).toContain(`"'+ada@example.com","${username}",`)
  await page.getByRole('button', { name: 'Copy CSV' }).click()
  await expectToast(page, 'E-mail addresses copied as CSV')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('grace@example.com')
})
