import { expectAccessible } from '../support/accessible.ts'
import { keptBy, loginScreen, quieten } from '../support/admin-login-screen.ts'
import { expectToast, requestLast } from '../support/admin-settings-screen.ts'
import { addTakedown } from '../support/admin-takedowns-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { OPERATOR } from '../support/running-site.ts'
import { dismissToast } from '../support/toast.ts'

const CHECK = '**/api/admin/media?*'

test('explains a failed login and keeps the token of a good one', async ({ page, problems }) => {
  problems.expect(/^(401|429) .*\/api\/admin\/media/, /ERR_\w+ .*\/api\/admin\/media/)
  const login = loginScreen(page)
  await page.goto('/adm')
  await expect(login.username).toBeFocused()
  await test.step('wrong words, which arrive as they were typed', async () => {
    await login.fill({ username: 'ädmin', password: 'pass:wörd 🔥' })
    const request = page.waitForRequest(CHECK)
    await login.button.click()
    const header = (await (await request).headerValue('authorization')) ?? ''
    expect(Buffer.from(header.replace('Basic ', ''), 'base64').toString()).toBe('ädmin:pass:wörd 🔥')
    await expect(login.problem).toHaveText('Invalid credentials')
  })
  await test.step('no network: what to do', async () => {
    await page.route(CHECK, (route) => route.abort('connectionreset'), { times: 1 })
    await login.fill(OPERATOR)
    await login.button.click()
    await expect(login.problem.getByRole('paragraph')).toHaveText([
      'Login failed',
      "The server didn't answer. Try again in a moment.",
    ])
  })
  await test.step('a lock: how long it lasts', async () => {
    const error = 'Too many failed logins. Please try again in 60 seconds.'
    await page.route(CHECK, (route) => route.fulfill({ status: 429, json: { error, message: error } }), { times: 1 })
    await login.button.click()
    await expect(login.problem).toHaveText(error)
  })
  await test.step('the wrong password, then the right one', async () => {
    await login.password.fill('wröng:')
    await login.button.click()
    await expect(login.problem).toHaveText('Invalid credentials')
    await login.password.fill(OPERATOR.password)
    await login.password.press('Enter')
    await expectToast(page, 'Successfully logged in to admin panel')
    await expect(page).toHaveURL('/adm/media')
    await expect(page.getByRole('main')).toBeFocused()
    const first = page.getByRole('link', { name: 'Removed items' })
    await expect(first).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(first).toBeFocused()
  })
  await page.goto('/adm')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
  await expect(page.getByRole('main')).not.toBeFocused()
  expect(await keptBy(page)).toMatch(/^admin:hv-login-/)
})

test('those who are not logged in are led to the login from any address, which says so', async ({ page }) => {
  await page.addInitScript(() => {
    // Records every text, since "Redirecting..." shows only briefly.
    const seen: string[] = []
    Object.assign(window, { seen })
    const watch = (records: MutationRecord[]) => {
      for (const { addedNodes } of records) for (const node of addedNodes) seen.push(node.textContent ?? '')
    }
    new MutationObserver(watch).observe(document, { childList: true, subtree: true })
  })
  for (const path of ['/adm/media', '/adm/db-test', '/adm/nowhere'])
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page).toHaveURL('/adm')
      await expect(loginScreen(page).username).toBeVisible()
      expect(await page.evaluate('seen')).toContain('Redirecting...')
    })
})

test('goes on to the address that led to the login, also when another tab logs in', { tag: '@phone' }, async ({
  page,
  site,
  context,
}) => {
  const login = loginScreen(page)
  const claim = await addTakedown(site)
  await page.goto(`/adm/dmca?id=${claim}`)
  await expect(page).toHaveURL('/adm')
  await page.reload()
  const other = await context.newPage()
  await other.goto('/adm/logs?eventType=MAIL_NOT_DELIVERED')
  await expect(loginScreen(other).username).toBeVisible()
  await login.enter()
  await expect(page).toHaveURL(`/adm/dmca?id=${claim}`)
  await expect(page.getByRole('main')).toBeFocused()
  await expect(other).toHaveURL('/adm/logs?eventType=MAIL_NOT_DELIVERED')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Audit Logs')
  await page.goBack()
  await expect(page).not.toHaveURL(/\/adm/)
})

test('after a logout the next login begins at the media', async ({ page, operator }) => {
  await operator.open('/adm/logs')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit Logs')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/adm')
  await loginScreen(page).enter()
  await expect(page).toHaveURL('/adm/media')
})

test('the way in, the login, and an address without a screen are accessible, and lead on', { tag: '@phone' }, async ({
  page,
  isMobile,
}) => {
  // Keeps the page at "Redirecting...", which otherwise disappears too quickly.
  await page.addInitScript(() => {
    const { replaceState } = history
    history.replaceState = (state, unused, address) => {
      if (address === undefined) replaceState.call(history, state, unused)
    }
  })
  await page.goto('/adm/users')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Redirecting...')
  await expectAccessible(page)
  await page.goto('/adm')
  await expect(loginScreen(page).button).toBeVisible()
  await expectAccessible(page)

  await page.evaluate((token) => localStorage.setItem('adminToken', token), btoa(`admin:${OPERATOR.password}`))
  await page.goto('/adm/nowhere')
  await expect(heading).toHaveText('404 Page Not Found')
  if (isMobile) {
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
  }
  await expectAccessible(page)
  if (isMobile) await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'To the overview' }).click()
  await expect(heading).toHaveText('Overview')
})

test('opens no visitor session on operator pages', async ({ page, operator }) => {
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await operator.open('/adm')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
  await expect(page.getByRole('link', { name: 'Pending takedowns 0' })).toBeVisible()
  await expect(page.getByText('Rate Photos')).toHaveCount(0)
  await requestLast(page)
  expect(calls).toContain('/api/admin/overview')
  expect(calls.filter((path) => path.startsWith('/api/') && !path.startsWith('/api/admin/'))).toEqual([])
  expect(calls.filter((path) => path.startsWith('/ad-frame'))).toEqual([])

  const headers = { Authorization: `Basic ${btoa(await keptBy(page))}` }
  const check = async () => (await page.request.get('/api/admin/media', { headers })).status()
  expect(await check()).toBe(200)
  // Calls still pending at logout would be refused.
  await quieten(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect.poll(check).toBe(401)
  await expect(page).toHaveURL('/adm')
  await expect(loginScreen(page).button).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull()
  await page.goto('/adm/users')
  await expect(page).toHaveURL('/adm')
})

test('locks the other tab after a logout until the next login', async ({ page, operator, context, problems }) => {
  problems.expect(/^401 .*\/api\/admin\//)
  await operator.open('/adm/users?search=nobody')
  const screen = page.getByText('No users found')
  await expect(screen).toBeVisible()
  await page.getByRole('button', { name: 'Date Range Filters' }).click()
  await page.getByLabel('From').fill('2026-02-03')
  const other = await context.newPage()
  // This page makes no calls that could be refused.
  await other.goto('/theme.js')
  await other.evaluate(() => localStorage.removeItem('adminToken'))
  const login = loginScreen(page)
  await expect(login.button).toBeVisible()
  await expect(screen).toBeHidden()
  await login.enter()
  await expect(screen).toBeVisible()
  await expect(page).toHaveURL('/adm/users?search=nobody')
  await expect(page.getByLabel('From')).toHaveValue('2026-02-03')

  const requested = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route('**/api/admin/user-totals', async (route) => {
    requested.resolve()
    await released.promise
    const error = 'Invalid credentials'
    await route.fulfill({ status: 401, json: { error, message: error, code: 'not_operator', requestId: 'x' } })
  })
  await page.reload()
  await requested.promise
  await expect(screen).toBeVisible()
  // Another login of this operator; background calls may already use its token.
  const again = await page.request.post('/api/admin/login', { headers: operator.headers })
  const { token }: { token: string } = await again.json()
  await other.evaluate((next) => localStorage.setItem('adminToken', next), token)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('adminToken'))).toBe(token)
  const answered = page.waitForResponse('**/api/admin/user-totals')
  released.resolve()
  await answered
  await expect(page.getByText('–').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('User Management')
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBe(token)
})

test('a login that no longer holds, and a call without the token, say so and lead to the login', async ({
  page,
  operator,
  problems,
}) => {
  problems.expect(/^401 .*\/api\/admin\//)
  const ended = ['Authentication failed', 'Your admin session may have expired. Please log in again at /adm'] as const
  const login = loginScreen(page)
  const error = 'Invalid credentials'
  await page.route('**/api/admin/**', (route) =>
    route.fulfill({ status: 401, json: { error, message: error, code: 'not_operator', requestId: 'x' } }),
  )
  await operator.open('/adm/dbtest')
  await expectToast(page, ...ended)
  await expect(login.button).toBeVisible()
  await page.unrouteAll()
  await dismissToast(page.getByRole('region', { name: 'Notification' }).getByRole('listitem'))

  await login.enter()
  const check = page.getByRole('button', { name: 'Check Inactive Accounts' })
  await expect(check).toBeEnabled()
  // A single step: otherwise a live update could make the first call without a token.
  await check.evaluate((button: HTMLButtonElement) => {
    localStorage.removeItem('adminToken')
    button.click()
  })
  await expectToast(page, ...ended)
  await expect(login.button).toBeVisible()
})

test('the first load of a visitor holds nothing of the operator', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  // The page makes these calls last.
  const last = ['ad-config/zone1', 'idle-redirect-config'].map((call) => page.waitForResponse(`**/api/${call}`))
  await page.goto('/')
  await Promise.all(last)
  await requestLast(page)
  const texts = await Promise.all(scripts.map(async (url) => (await page.request.get(url)).text()))
  expect(texts.join()).toContain('Rate Photos')
  expect(texts.filter((text) => text.includes('Traffic Handlers') || text.includes('/adm/media'))).toEqual([])
})

test('the menu names every screen and marks the open one', { tag: '@phone' }, async ({ page, operator, isMobile }) => {
  await operator.open('/adm/db-test')
  const menu = page.getByRole('button', { name: 'Menu' })
  if (isMobile) await menu.click()
  const navigation = page.getByRole('navigation', { name: 'Admin' })
  for (const group of ['Content', 'Growth', 'System'])
    await expect(navigation.getByRole('list', { name: group })).toBeVisible()
  await expect(navigation.getByRole('link', { name: 'Database' })).toHaveAttribute('aria-current', 'page')
  await navigation.getByRole('link', { name: 'Audit Logs' }).click()
  await expect(page).toHaveURL('/adm/logs')
  if (!isMobile) return
  await expect(navigation).toBeHidden()
  await menu.click()
  await expect(navigation.getByRole('link', { name: 'Audit Logs' })).toBeFocused()
  await page.evaluate(() => history.back())
  await expect(navigation).toBeHidden()
  await expect(page).toHaveURL('/adm/logs')
  await menu.click()
  await expect(navigation.getByRole('link', { name: 'Audit Logs' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(navigation).toBeHidden()
  await expect(menu).toBeFocused()
  await page.setViewportSize({ width: 1100, height: 800 })
  await expect(page.getByRole('radio', { name: 'System theme' })).toBeChecked()
})
