import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../support/accessible.ts'
import { configured, expectToast, settingsForm, watchChanges } from '../support/admin-settings-screen.ts'
import { expectEveryValueSeen } from '../support/every-value.ts'
import { expect, test } from '../support/fixtures.ts'
import type { Site } from '../support/running-site.ts'

const PATH = '/adm/email-capture'
const TITLE = 'E-mail Capture'

const captureEmails = (site: Site, ...emails: string[]) =>
  site.query(`INSERT INTO captured_emails (email) SELECT unnest($1::text[])`, [emails])

test('is off and asks after five votes until it is saved; what is no threshold is not sent', { tag: '@phone' }, async ({
  page,
  operator,
  request,
  isMobile,
}) => {
  await operator.open(PATH)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('E-mail Capture Configuration')
  const form = settingsForm(page, TITLE)
  await expect(form.state('Disabled')).toBeVisible()
  const threshold = form.field('Vote threshold')
  await expect(threshold).toHaveValue('5')
  for (const [name, value] of Object.entries({ type: 'number', min: '1', max: '100' }))
    await expect(threshold).toHaveAttribute(name, value)
  await expect(configured(page, 'Vote threshold')).toHaveText('5 votes')
  await expect(configured(page, 'Last updated')).toHaveText('Never')
  await expect(page.getByText('No e-mail addresses yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeDisabled()
  await form.expectClean()

  const sent = watchChanges(page)
  await threshold.fill('1.5')
  await form.save.click()
  await expectToast(page, 'Invalid Configuration', 'Vote threshold must be a whole number')
  await expect(threshold).toHaveAccessibleDescription(/^Vote threshold must be a whole number/)
  await threshold.fill('')
  await form.save.click()
  await expectToast(page, 'Invalid Configuration', 'Vote threshold must be at least 1')
  await expect(threshold).toHaveAccessibleDescription(/^Vote threshold must be at least 1/)
  await expectAccessible(page)

  if (isMobile) return
  await form.toggle('Enable e-mail capture').check()
  await threshold.fill('12')
  await expect(page.getByText('Visitors are asked after 12 votes.')).toBeVisible()
  await threshold.press('Enter')
  await form.expectClean()
  await expect(form.state('Enabled')).toBeVisible()
  await expect(configured(page, 'Status')).toHaveText('Enabled')
  await expect(configured(page, 'Vote threshold')).toHaveText('12 votes')
  await expect(configured(page, 'Last updated')).not.toHaveText('Never')
  const config = await request.get('/api/email-capture-config')
  expect(await config.json()).toEqual({ isEnabled: true, voteThreshold: 12 })
  expect(sent).toEqual(['/api/admin/email-capture-config'])
})

test.describe('the addresses that visitors left', () => {
  test('are listed, the newest first, page after page', { tag: '@phone' }, async ({
    page,
    operator,
    site,
    visitor,
  }) => {
    await captureEmails(site, ...Array.from({ length: 130 }, (_, n) => `visitor${n}@example.com`))
    const { id, username } = await visitor()
    await site.query(`UPDATE captured_emails SET user_id = $1 WHERE email = 'visitor129@example.com'`, [id])
    await operator.open(PATH)
    const table = page.getByRole('grid', { name: 'Captured e-mail addresses' })
    await expect(table.getByRole('row').nth(1)).toContainText('visitor129@example.com')
    const name = table.getByRole('row').nth(1).getByRole('link', { name: username, exact: true })
    await expect(name).toHaveAttribute('href', `/adm/users/${id}`)
    await expect(page.getByRole('heading', { name: 'Captured E-mail Addresses 130' })).toBeVisible()
    await expectAccessible(page)
    const next = page.getByRole('link', { name: 'Next' })
    await next.click()
    await expect(table.getByText('visitor79@example.com')).toBeVisible()
    await next.click()
    await expect(table.getByText('visitor0@example.com')).toBeVisible()
    await expect(next).toHaveAttribute('aria-disabled', 'true')
  })

  test('exports emails as CSV without formulas and shows failures', async ({
    page,
    operator,
    site,
    context,
    problems,
  }) => {
    problems.expect(/^50[03] /)
    await captureEmails(site, '+ada@example.com', 'grace@example.com')
    const list = '**/api/admin/captured-emails*'
    await page.route(list, (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
    await operator.open(PATH)
    await expect(page.getByText('The e-mail addresses could not be loaded')).toBeVisible()
    await expect(settingsForm(page, TITLE).form).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('grid').getByText('+ada@example.com')).toBeVisible()

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    await expectToast(page, 'E-mail addresses downloaded')
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^captured-emails-\d{4}-\d\d-\d\d\.csv$/)
    const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
    expect(lines[1]).toMatch(/^"grace@example\.com","",/)
    expect(lines[2]).toMatch(/^"'\+ada@example\.com","",/)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy CSV' }).click()
    await expectToast(page, 'E-mail addresses copied as CSV')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^"email","username","captured_at"\r?\n/)

    await page.route('**/api/admin/captured-emails?export=true', (route) => route.fulfill({ status: 503, body: '' }))
    await page.getByRole('button', { name: 'Download CSV' }).click()
    await expectToast(page, 'Failed to export e-mail addresses', 'Please try again in a moment.')
    await expectEveryValueSeen(page, page.getByRole('grid'))
  })

  test('are copied where a browser lets nobody copy once the click is over', async ({
    page,
    operator,
    site,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    // Simulates Safari: copying must start within the click, not after a server's answer.
    await page.addInitScript(() => {
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
      const guarded = <Given>(act: (given: Given) => Promise<void>) => {
        return (given: Given) => (isClick ? act.call(clipboard, given) : Promise.reject(new Error('Not in a click')))
      }
      Object.assign(clipboard, { write: guarded(clipboard.write), writeText: guarded(clipboard.writeText) })
    })
    await captureEmails(site, 'ada@example.com')
    await operator.open(PATH)
    await page.getByRole('button', { name: 'Copy CSV' }).click()
    await expectToast(page, 'E-mail addresses copied as CSV')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('ada@example.com')
  })
})
