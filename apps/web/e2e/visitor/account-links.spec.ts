import { EXCHANGE_CODE_PREFIX } from '@hotvote/shared/limits'
import type { Browser, Page, Request, Route } from '@playwright/test'
import { linkIn } from '../../../api/test/fakes/mail-server.ts'
import { accountScreen, answerEmails, nudges, openLink, storedSessionId } from '../support/account-screen.ts'
import { runUntilShown } from '../support/browser-state.ts'
import { holdCalls } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { rateScreen, usernameOn } from '../support/rate-screen.ts'
import type { Site } from '../support/running-site.ts'
import { addPhotos } from '../support/seeded-collection.ts'
import { expectToast } from '../support/toast.ts'

const newAddress = () => `ada-${crypto.randomUUID()}@example.com`

/** Returns a mailed link that saves the page's visitor. */
const linkToSave = async (page: Page, site: Site, email: string) => {
  const sessionId = await storedSessionId(page)
  const answer = await page.request.post('/api/auth/send-magic-link', { data: { email, username: '', sessionId } })
  expect(answer.status()).toBe(200)
  return linkIn(await site.mailbox.next(email))
}
const otherBrowser = async (browser: Browser, site: Site) => (await browser.newContext({ baseURL: site.url })).newPage()
const pressOn = (page: Page) => page.getByRole('button', { name: /^Continue to / }).click()
const storedFor = (page: Page, sessionId = 'none') =>
  page.evaluate((id) => Object.keys(localStorage).filter((key) => key.includes(id)), sessionId)
const toastOf = (page: Page) => nudges(page).toast

test('asks before it uses a link in another browser, and sends the code only once', async ({ page, browser, site }) => {
  await page.goto('/upload')
  const username = await usernameOn(page)
  const link = await linkToSave(page, site, newAddress())
  const phone = await otherBrowser(browser, site)
  const sent: Request[] = []
  phone.on('request', (request) => sent.push(request))
  await phone.goto(link)
  await phone.reload()
  const opened = phone.waitForURL(/verified=true/, { waitUntil: 'commit' })
  await pressOn(phone)
  await opened
  await expect(toastOf(phone)).toContainText('Welcome back!')
  expect(await usernameOn(phone)).toBe(username)
  await expect(phone).toHaveURL(`${site.url}/`)
  const requests = await Promise.all(
    sent.map(async (request) => {
      const { referer = '' } = await request.allHeaders()
      return { url: request.url(), referer, body: request.postData() ?? '' }
    }),
  )
  const code = requests.map(({ url }) => new URL(url).searchParams.get('session')).find(Boolean) ?? 'none'
  expect(code).toHaveLength(32)
  expect(await storedSessionId(phone)).not.toBe(code)
  expect(await phone.evaluate(() => JSON.parse(localStorage.getItem('hotvote-session') ?? ''))).toEqual({
    sessionId: expect.stringMatching(/^[\w-]{32}$/),
    username: '',
    emailVerified: true,
  })
  const carriers = requests.filter((request) => JSON.stringify(request).includes(code))
  expect(
    carriers.map(({ url, referer, body }) => [new URL(url).pathname, referer.includes(code), body !== '']),
  ).toEqual([
    ['/', false, false],
    ['/api/session', false, true],
  ])
  await phone.context().close()
})

test('opens the rate screen for a valid link and explains an invalid one', async ({ page, site }) => {
  await page.clock.install()
  const account = accountScreen(page)
  const address = newAddress()
  await answerEmails(page)
  await page.goto('/upload')
  const username = await usernameOn(page)
  const former = await storedSessionId(page)
  await account.open('Save Account', 'Save Your Account')
  await account.email.fill(address)
  await account.email.press('Enter')
  await expect(account.dialog).toContainText('Check your inbox')
  const link = linkIn(await site.mailbox.next(address))
  const { location = '' } = (await page.request.get(link, { maxRedirects: 0 })).headers()
  const calls = await holdCalls(page, '**/api/session')
  // Stops the clock; the test advances it too little for calls to time out.
  await page.clock.pauseAt(Date.now() + 60 * 60_000)
  await page.goto(location.replace('/?', '/dmca?'))
  await runUntilShown(page, page.getByRole('heading', { name: 'DMCA Takedown Request' }))
  // Advances the clock until toasts load, which wait for an idle browser.
  await page.clock.runFor(2000)
  await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached()
  calls.release()
  await expectToast(toastOf(page), 'Welcome back!', "You've successfully logged in to your saved account.")
  await page.clock.runFor(999)
  expect(await page.evaluate(() => window.location.pathname)).toBe('/dmca')
  await page.clock.runFor(1)
  await expect(page).toHaveURL('/')
  await page.clock.resume()

  const sessionId = await storedSessionId(page)
  expect(await storedFor(page, former)).toEqual([])
  await openLink(page, link)
  await expectToast(toastOf(page), 'Verification Error', 'Invalid or expired magic link')
  await expect(page).toHaveURL('/')
  const expired = await linkToSave(page, site, newAddress())
  await site.query(
    `UPDATE login_tokens SET created_at = created_at - interval '16 min', expires_at = expires_at - interval '16 min'`,
  )
  await openLink(page, expired)
  await expectToast(toastOf(page), 'Verification Error', 'Magic link has expired')
  await openLink(page, `/upload?utm=1&error=${encodeURIComponent('<b>something</b>')}#top`)
  await expectToast(toastOf(page), 'Verification Error', 'Something went wrong')
  await expect(page).toHaveURL('/upload?utm=1#top')
  expect(await usernameOn(page)).toBe(username)
  expect(await storedSessionId(page)).toBe(sessionId)
})

test('keeps a link valid while the server fails, and mentions ratings left behind', async ({
  page,
  site,
  problems,
}) => {
  problems.expect(/^(503|429) .*\/api\/session/, /ERR_FAILED .*\/api\/session/)
  await page.goto('/upload')
  const username = await usernameOn(page)
  const link = await linkToSave(page, site, newAddress())
  const { location = '' } = (await page.request.get(link, { maxRedirects: 0 })).headers()
  const asked: Route[] = []
  await page.route('**/api/session', (route) => void asked.push(route))
  const nextCall = async () => {
    await expect.poll(() => asked.length).toBe(1)
    return asked.pop()
  }
  await page.goto(`${location}&left-behind=true`)
  const again = page.getByRole('button', { name: 'Try again' })
  for (const fail of [(route?: Route) => route?.abort(), (route?: Route) => route?.fulfill({ status: 503 })])
    await fail(await nextCall())
  const call = await nextCall()
  await expect(again).toHaveCount(0)
  await call?.fulfill({ status: 429 })
  await again.click()
  await (await nextCall())?.continue()
  const text = "You've successfully logged in to your saved account. Only your newest 50,000 ratings moved to it."
  await expectToast(toastOf(page), 'Welcome back!', text)
  await expect(page.getByText('Verification Error')).toHaveCount(0)
  await expect(page).toHaveURL('/')
  expect(await usernameOn(page)).toBe(username)
})

test('ignores a forged login link', async ({ page, site, request, problems }) => {
  problems.expect(/^410 .*\/api\/session/)
  const theirId = 'a'.repeat(32)
  const opened = await request.post('/api/session', { data: { sessionId: theirId, username: '' } })
  const theirs: { username: string } = await opened.json()
  await addPhotos(site, 3)
  const rate = rateScreen(page)
  const openMadeUp = async (id: string) => {
    await page.goto(`/?verified=true&session=${id}`)
    await rate.shown(1)
    await expect(page).toHaveURL('/')
    await expect(page.getByText('Welcome back!')).toHaveCount(0)
  }
  await openMadeUp(theirId)
  const own = { id: await storedSessionId(page), name: await usernameOn(page) }
  expect(own.name).not.toBe(theirs.username)
  expect(own.id).not.toBe(theirId)
  for (const id of [theirId, `${EXCHANGE_CODE_PREFIX}${'a'.repeat(24)}`, '']) {
    await openMadeUp(id)
    expect(await usernameOn(page)).toBe(own.name)
    expect(await storedSessionId(page)).toBe(own.id)
  }
  await rate.hot.click()
  await rate.shown(2)
  const voters = () => site.query('SELECT DISTINCT username FROM votes JOIN users ON users.id = user_id')
  await expect.poll(voters).toEqual([{ username: own.name }])
})

test('offers a login after the account was saved on another device', async ({ page, browser, site, problems }) => {
  problems.expect(/^410 .*\/api\/session/)
  const address = newAddress()
  const account = accountScreen(page)
  const welcome = page.getByRole('dialog', { name: 'Welcome Back' })
  const login = welcome.getByRole('button', { name: 'Send Login Link' })
  const saysWhy = async () => {
    await expect(welcome).toContainText('Your account was saved on another device.')
    await expect(welcome.getByRole('textbox', { name: 'Email address' })).toHaveValue(address)
  }
  await answerEmails(page)
  await page.goto('/upload')
  const username = await usernameOn(page)
  const old = await storedSessionId(page)
  await account.open('Save Account', 'Save Your Account')
  await account.email.fill(address)
  await account.email.press('Enter')
  await expect(account.dialog).toContainText('Check your inbox')
  const phone = await otherBrowser(browser, site)
  await phone.goto(linkIn(await site.mailbox.next(address)))
  await pressOn(phone)
  await expect(toastOf(phone)).toContainText('Welcome back!')
  await phone.context().close()

  await page.reload()
  await saysWhy()
  const users = await site.query('SELECT id FROM users')
  expect(users).toHaveLength(1)
  expect(await storedFor(page, old)).toEqual([])
  await login.click()
  await expect(toastOf(page)).toContainText('Login Link Sent!')
  await openLink(page, linkIn(await site.mailbox.next(address)))
  await expect(toastOf(page)).toContainText('Welcome back!')
  await expect.poll(() => usernameOn(page)).toBe(username)
  expect(await site.query('SELECT id FROM users')).toEqual(users)
})
