import { roundTrip } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { addTakedown } from '../support/operator-rows.ts'
import { expectToast, loginScreen, readToken, stopPolling } from '../support/operator-screens.ts'
import { OPERATOR } from '../support/running-site.ts'

const CHECK = '**/api/admin/media?*'

test('explains a failed login and keeps the token of a successful one', async ({ page, problems }) => {
  problems.expect(/^(401|429) .*\/api\/admin\/media/, /ERR_\w+ .*\/api\/admin\/media/)
  const login = loginScreen(page)
  await page.goto('/adm')
  await expect(login.username).toBeFocused()
  await login.fill({ username: 'ädmin', password: 'pass:wörd 🔥' })
  const request = page.waitForRequest(CHECK)
  await login.button.click()
  const header = (await (await request).headerValue('authorization')) ?? ''
  expect(Buffer.from(header.replace('Basic ', ''), 'base64').toString()).toBe('ädmin:pass:wörd 🔥')
  await expect(login.problem).toHaveText('Invalid credentials')

  await page.route(CHECK, (route) => route.abort('connectionreset'), { times: 1 })
  await login.fill(OPERATOR)
  await login.button.click()
  await expect(login.problem).toHaveText("Login failedThe server didn't answer. Try again in a moment.")
  const error = 'Too many failed login attempts. Please try again in 60 seconds.'
  await page.route(CHECK, (route) => route.fulfill({ status: 429, json: { error, message: error } }), { times: 1 })
  await login.button.click()
  await expect(login.problem).toHaveText(error)

  await login.password.press('Enter')
  await expectToast(page, 'Successfully logged in to admin panel')
  await expect(page).toHaveURL('/adm/media')
  await expect(page.getByRole('main')).toBeFocused()
  await page.goto('/adm')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
  expect(await readToken(page)).toMatch(/^admin:hv-login-/)
})

test('asks for a login at any address and returns there, in every tab', async ({ page, site, context }) => {
  await page.addInitScript(() => {
    // Records every text, since "Redirecting..." shows only briefly.
    const seen: string[] = []
    Object.assign(window, { seen })
    const watch = (records: MutationRecord[]) => {
      for (const { addedNodes } of records) for (const node of addedNodes) seen.push(node.textContent ?? '')
    }
    new MutationObserver(watch).observe(document, { childList: true, subtree: true })
  })
  const claim = await addTakedown(site)
  const other = await context.newPage()
  for (const [tab, path] of [
    [page, `/adm/dmca?id=${claim}`],
    [other, '/adm/logs?eventType=MAIL_NOT_DELIVERED'],
  ] as const) {
    await tab.goto(path)
    await expect(tab).toHaveURL('/adm')
    await expect(loginScreen(tab).username).toBeVisible()
  }
  expect(await page.evaluate('seen')).toContain('Redirecting...')
  await loginScreen(page).enter()
  await expect(page).toHaveURL(`/adm/dmca?id=${claim}`)
  await expect(other).toHaveURL('/adm/logs?eventType=MAIL_NOT_DELIVERED')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Audit Logs')
  await page.goBack()
  await expect(page).not.toHaveURL(/\/adm/)
})

test('ends the login on the server after a logout and opens the media at the next one', async ({ page, operator }) => {
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await operator.open('/adm/logs')
  await expect(page.getByText('No audit logs found matching your criteria')).toBeVisible()
  // Operator pages open no visitor session and load no ads.
  expect(calls.filter((path) => /^\/(api\/(?!admin)|ad-frame)/.test(path))).toEqual([])
  const headers = { Authorization: `Basic ${btoa(await readToken(page))}` }
  const check = async () => (await page.request.get('/api/admin/media', { headers })).status()
  expect(await check()).toBe(200)
  // Calls still pending at logout would be refused.
  await stopPolling(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/adm')
  await expect.poll(check).toBe(401)
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull()
  await loginScreen(page).enter()
  await expect(page).toHaveURL('/adm/media')
})

test('locks other tabs after a logout until the next login', async ({ page, operator, context, problems }) => {
  problems.expect(/^401 .*\/api\/admin\//)
  await operator.open('/adm/users?search=nobody')
  const screen = page.getByText('No users found')
  await expect(screen).toBeVisible()
  await page.getByRole('button', { name: 'Date Range Filters' }).click()
  await page.getByLabel('From').fill('2026-02-03')
  const other = await context.newPage()
  // Opens a script in the second tab, because a page would make calls that are refused.
  await other.goto('/theme.js')
  await other.evaluate(() => localStorage.removeItem('adminToken'))
  const login = loginScreen(page)
  await expect(login.button).toBeVisible()
  await expect(screen).toBeHidden()
  await login.enter()
  await expect(screen).toBeVisible()
  await expect(page).toHaveURL('/adm/users?search=nobody')
  await expect(page.getByLabel('From')).toHaveValue('2026-02-03')
})

test('asks for a login when a call has no token', async ({ page, operator, problems }) => {
  problems.expect(/^401 .*\/api\/admin\//)
  await operator.open('/adm/dbtest')
  const check = page.getByRole('button', { name: 'Check Inactive Accounts' })
  await expect(check).toBeEnabled()
  // Removes the token and clicks in one step, before a live update can make a call.
  await check.evaluate((button: HTMLButtonElement) => {
    localStorage.removeItem('adminToken')
    button.click()
  })
  await expectToast(page, 'Authentication failed', 'Your admin session may have expired. Please log in again at /adm')
  await expect(loginScreen(page).button).toBeVisible()
})

test('loads no operator code on the first page of a visitor', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  // The page makes these calls last.
  const last = ['ad-config/zone1', 'idle-redirect-config'].map((call) => page.waitForResponse(`**/api/${call}`))
  await page.goto('/')
  await Promise.all(last)
  await roundTrip(page)
  const texts = await Promise.all(scripts.map(async (url) => (await page.request.get(url)).text()))
  expect(texts.join()).toContain('Rate Photos')
  expect(texts.filter((text) => text.includes('Traffic Handlers') || text.includes('/adm/media'))).toEqual([])
})

test('opens and closes the menu on a phone', { tag: '@phone-only' }, async ({ page, operator }) => {
  await operator.open('/adm/db-test')
  const menu = page.getByRole('button', { name: 'Menu' })
  const navigation = page.getByRole('navigation', { name: 'Admin' })
  await menu.click()
  await expect(navigation.getByRole('link', { name: 'Database' })).toHaveAttribute('aria-current', 'page')
  await navigation.getByRole('link', { name: 'Audit Logs' }).click()
  await expect(page).toHaveURL('/adm/logs')
  await expect(navigation).toBeHidden()
  await menu.click()
  await page.evaluate(() => history.back())
  await expect(navigation).toBeHidden()
  await expect(page).toHaveURL('/adm/logs')
  await menu.click()
  await page.keyboard.press('Escape')
  await expect(navigation).toBeHidden()
  await expect(menu).toBeFocused()
})
