import type { Page } from '@playwright/test'
import { accountScreen } from '../support/account-screen.ts'
import { holdCalls } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { rateScreen, rateScreenReady, usernameOn } from '../support/rate-screen.ts'
import { addPhotos } from '../support/seeded-collection.ts'

const ROUTES = {
  '/': 'Rate Photos',
  '/upload': 'Upload Media',
  '/stats': 'My Stats',
  '/profile': 'Edit Profile',
  '/dmca': 'DMCA Takedown',
}
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })

const failuresOf = (page: Page, site: string) => {
  const failed: string[] = []
  page.on('requestfailed', (request) => {
    // Navigation aborts pending requests.
    const reason = request.failure()?.errorText
    if (reason !== 'net::ERR_ABORTED') failed.push(`${reason} ${request.url()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`)
    if (!/^(data|blob):/.test(response.url()) && !response.url().startsWith(site))
      failed.push(`elsewhere: ${response.url()}`)
  })
  return failed
}

const linkTo = (page: Page, path: string) =>
  navigation(page)
    .getByRole('link')
    .and(page.locator(`[href="${path}"]`))

const follow = async (page: Page, path: string) => {
  await linkTo(page, path).click()
  await expect(page).toHaveURL(path)
  await expect(linkTo(page, path)).toHaveAttribute('aria-current', 'page')
  await rateScreenReady(page)
}

test("shows the visitor's name on every screen without a failed request", async ({ page, site, baseURL, problems }) => {
  problems.expect(/^404 .*\/no\/such\/page$/)
  // More items than the page prefetches: running out would be a 404.
  await addPhotos(site, 6)
  const failed = failuresOf(page, `${baseURL}/`)
  const opened: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/session')) opened.push(request.postDataJSON())
  })
  const visitors = () => site.query('SELECT username FROM users WHERE id NOT IN (SELECT owner_id FROM media)')
  await page.goto('/')
  const username = await usernameOn(page)
  await expect(page.getByRole('banner').getByText(username.slice(0, 2).toUpperCase(), { exact: true })).toBeVisible()
  await expect(page.getByRole('banner')).toContainText(`${username}Active`)
  expect(opened).toEqual([expect.objectContaining({ username: '', sessionId: expect.stringMatching(/^.{32}$/) })])
  expect(await visitors()).toEqual([{ username }])
  const stored = () => page.evaluate(() => Object.values(localStorage).join())
  await expect.poll(stored).toContain((opened[0] as { sessionId: string }).sessionId)
  await rateScreen(page).shown(1)

  for (const [path, label] of Object.entries(ROUTES)) {
    await expect(linkTo(page, path)).toHaveText(label)
    await follow(page, path)
    expect(await usernameOn(page)).toBe(username)
  }
  for (const path of ['/dmca', '/upload']) {
    await page.goto(path)
    expect(await usernameOn(page)).toBe(username)
    await rateScreenReady(page)
  }
  // The page sends only these specified fields, even if it knows more.
  const named = ['sessionId', 'username', 'email', 'latitude', 'longitude']
  expect(opened.length).toBeGreaterThan(1)
  expect(opened.flatMap((body) => Object.keys(body as object)).filter((key) => !named.includes(key))).toEqual([])
  expect(await visitors()).toHaveLength(1)
  expect(failed).toEqual([])

  // The sidebar replaces the bars at 768 px.
  for (const [width, label] of [
    [767, 'Rate'],
    [768, 'Rate Photos'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect(linkTo(page, '/')).toHaveText(label)
  }
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('404 Page Not Found')).toBeVisible()
  await expect(navigation(page)).toBeVisible()
})

test('disables the vote buttons while the visitor loads', async ({ page, site }) => {
  await addPhotos(site, 1)
  const rate = rateScreen(page)
  const calls = await holdCalls(page, '**/api/session')
  await page.goto('/')
  const banner = page.getByRole('banner')
  await expect(banner.getByText('HV', { exact: true })).toBeVisible()
  await expect(banner).toContainText('Loading...')
  await expect(accountScreen(page).opener).toHaveCount(0)
  await expect(rate.item(1)).toBeVisible()
  await expect(rate.hot).toBeDisabled()
  calls.release()
  await expect(accountScreen(page).opener).toBeVisible()
  await expect(rate.hot).toBeEnabled()

  await holdCalls(page, '**/api/session')
  await page.goto('/profile')
  await expect(page.getByRole('main').getByRole('status')).toBeVisible()
})

test('opens every screen by a bar that hides while scrolling down', { tag: '@phone-only' }, async ({ page }) => {
  await page.goto('/')
  await expect(linkTo(page, '/')).toHaveText('Rate')
  for (const path of Object.keys(ROUTES)) await follow(page, path)
  // Waits for the scroll event, because two scrolls in one frame fire only one event.
  const scrollTo = (top: number) =>
    page.evaluate(
      (y) =>
        new Promise((done) => {
          addEventListener('scroll', () => requestAnimationFrame(() => requestAnimationFrame(done)), { once: true })
          window.scrollTo({ top: y, behavior: 'instant' })
        }),
      top,
    )
  const bar = navigation(page)
  await scrollTo(100)
  await expect(bar).toBeInViewport({ ratio: 1 })
  await scrollTo(300)
  await expect(bar).not.toBeInViewport()
  await scrollTo(280)
  await expect(bar).toBeInViewport({ ratio: 1 })
})

/** 0 (black) to 255 (white). */
const brightness = (page: Page) =>
  page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d')
    if (!context) throw new Error('No canvas')
    for (const element of [document.documentElement, document.body]) {
      context.fillStyle = getComputedStyle(element).backgroundColor
      context.fillRect(0, 0, 1, 1)
    }
    return context.getImageData(0, 0, 1, 1).data[1] ?? 0
  })

const barColour = (page: Page) =>
  page.evaluate(() => {
    const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
    return metas.find(({ media }) => matchMedia(media).matches)?.content
  })

const expectTheme = async (page: Page, theme: 'light' | 'dark') => {
  await expect.poll(async () => ((await brightness(page)) < 128 ? 'dark' : 'light')).toBe(theme)
  await expect.poll(() => barColour(page)).toBe(theme === 'dark' ? '#0f0c0a' : '#fdfaf8')
}

test('follows the theme of the system until the visitor chooses one', async ({ page }) => {
  const account = accountScreen(page)
  const choose = async (theme: 'System' | 'Light' | 'Dark') => {
    await account.opener.click()
    const item = account.menu.getByRole('menuitemradio', { name: `${theme} theme` })
    await item.click()
    await expect(item).toBeChecked()
    await page.keyboard.press('Escape')
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expectTheme(page, 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expectTheme(page, 'light')

  await page.emulateMedia({ colorScheme: 'dark' })
  await choose('Light')
  await expectTheme(page, 'light')
  await page.reload()
  await expectTheme(page, 'light')

  await page.emulateMedia({ colorScheme: 'light' })
  await choose('Dark')
  await expectTheme(page, 'dark')
  await page.goto('/upload')
  await expectTheme(page, 'dark')

  await choose('System')
  await expectTheme(page, 'light')
})
