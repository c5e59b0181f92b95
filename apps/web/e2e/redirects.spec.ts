import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { usernameOn } from './rate-screen.ts'
import type { Site } from './running-site.ts'

const IDLE = 'https://idle.example/'
const BACK = 'https://back.example/'
const SECONDS = 60

const setIdle = (site: Site, url = IDLE, isActive = true) =>
  site.query('INSERT INTO idle_redirects (idle_redirect_time, idle_redirect_url, is_active) VALUES ($1, $2, $3)', [
    SECONDS,
    url,
    isActive,
  ])
const setBack = (site: Site, url = BACK) =>
  site.query('INSERT INTO back_button_redirects (back_button_url, is_active) VALUES ($1, true)', [url])

const counts = (site: Site) =>
  site.query<{ kind: string; count: number }>('SELECT kind, count::int FROM redirect_counts ORDER BY kind')

test.beforeEach(async ({ page }) => {
  for (const url of [IDLE, BACK])
    await page.route(`${url}**`, (route) => route.fulfill({ contentType: 'text/html', body: 'Elsewhere' }))
})

/** Goes to a screen, by `go`, and waits until its redirects are armed. */
const arrive = async (page: Page, go: () => Promise<unknown>) => {
  const config = page.waitForResponse('**/api/idle-redirect-config')
  await go()
  await usernameOn(page)
  await (await config).finished()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}
const open = (page: Page) => arrive(page, () => page.goto('/upload'))
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })

test.describe('the idle timer', () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install()
  })

  test('leads away after the time without activity, and counts it', async ({ page, site }) => {
    await setIdle(site)
    await open(page)
    await page.clock.runFor((SECONDS - 2) * 1000)
    await expect(page).toHaveURL('/upload')
    await page.clock.runFor(3000)
    await expect(page).toHaveURL(IDLE)
    await expect.poll(() => counts(site)).toEqual([{ kind: 'idle', count: 1 }])
  })

  for (const [activity, act] of Object.entries({
    mousemove: (page: Page) => page.mouse.move(200, 300),
    'mousedown and click': (page: Page) => page.mouse.click(3, 300),
    keypress: (page: Page) => page.keyboard.press('x'),
    scroll: (page: Page) => page.evaluate(() => void dispatchEvent(new Event('scroll'))),
    touchstart: (page: Page) =>
      page.evaluate(() => void document.body.dispatchEvent(new Event('touchstart', { bubbles: true }))),
    load: (page: Page) => page.evaluate(() => void dispatchEvent(new Event('load'))),
  }))
    test(`begins anew with ${activity}`, async ({ page, site }) => {
      await setIdle(site)
      await open(page)
      await page.clock.runFor((SECONDS - 5) * 1000)
      await act(page)
      await page.clock.runFor((SECONDS - 5) * 1000)
      await expect(page).toHaveURL('/upload')
      await page.clock.runFor(6000)
      await expect(page).toHaveURL(IDLE)
    })

  for (const { what, pause, left } of [
    { what: 'not within a second of the last time', pause: 999, left: SECONDS * 1000 - 999 },
    { what: 'again after a second', pause: 1000, left: SECONDS * 1000 },
  ])
    test(`begins anew at most once per second: ${what}`, async ({ page, site }) => {
      await setIdle(site)
      await open(page)
      // From here on time passes only as the test says.
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2000)
      const move = (x: number) => page.mouse.move(x, 300)
      await page.clock.runFor(10_000)
      await move(100)
      await page.clock.runFor(pause)
      await move(200)
      await page.clock.runFor(left - 1)
      await expect(page).toHaveURL('/upload')
      await page.clock.runFor(2)
      await expect(page).toHaveURL(IDLE)
    })

  for (const [why, url, isActive] of [
    ['it is switched off', IDLE, false],
    ['it has no address', '', true],
    ['its address is none of the web', 'javascript:document.body.remove()', true],
  ] as const)
    test(`stays when ${why}`, async ({ page, site }) => {
      await setIdle(site, url, isActive)
      await open(page)
      await page.clock.runFor(10 * SECONDS * 1000)
      await expect(page).toHaveURL('/upload')
      await expect(page.getByRole('heading', { name: 'Upload Media' })).toBeVisible()
      expect(await counts(site)).toEqual([])
    })

  test('is not on operator pages, and its settings are asked for once', async ({ page, site, operator, problems }) => {
    // No advertisement has been set up.
    problems.expect(/^404 .*\/api\/admin\/ad-config\//)
    await setIdle(site)
    await setBack(site)
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/api/idle-redirect-config') && asked.push(request.url()))
    await operator.open('/adm/ads')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Advertisement Management')
    await page.clock.runFor(2 * SECONDS * 1000)
    await expect(page).toHaveURL('/adm/ads')
    expect(asked).toEqual([])
    await setIdle(site, '')
    await open(page)
    await page.clock.runFor(20 * 60_000)
    await navigation(page).locator('[href="/stats"]').click()
    await page.clock.runFor(1000)
    expect(asked).toHaveLength(1)
    expect(await counts(site)).toEqual([])
  })
})

test.describe('going back', () => {
  test('leads to the address and counts it; once more leads past the site', async ({ page, site }) => {
    await setBack(site)
    await page.goto(`${IDLE}before`)
    await open(page)
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL(BACK)
    await expect.poll(() => counts(site)).toEqual([{ kind: 'back', count: 1 }])
    await page.goBack()
    await expect(page).toHaveURL(`${IDLE}before`)
  })

  test('leads there from any screen, also after a reload', async ({ page, site }) => {
    await setBack(site)
    await open(page)
    await navigation(page).locator('[href="/stats"]').click()
    await expect(page).toHaveURL('/stats')
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL(BACK)
    await open(page)
    await arrive(page, () => page.reload())
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL(BACK)
  })

  test('is not what a link to a place on the screen does', async ({ page, site }) => {
    await setBack(site)
    await open(page)
    await page.getByRole('link', { name: 'Skip to content' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/upload#main')
    await expect(page.getByRole('main')).toBeFocused()
    expect(await counts(site)).toEqual([])
  })

  for (const url of ['', 'javascript:document.body.remove()'])
    test(`stays in the site with the address "${url}"`, async ({ page, site }) => {
      await setBack(site, url)
      await open(page)
      await navigation(page).locator('[href="/stats"]').click()
      await expect(page).toHaveURL('/stats')
      await page.goBack()
      await expect(page).toHaveURL('/upload')
      expect(await counts(site)).toEqual([])
    })
})

/** A finger on the page from here so many pixels to the right. The browser's own back gesture takes no part in it. */
const swipe = (page: Page, fromX: number, byX: number) =>
  page.getByRole('main').evaluate(
    (target, [from, to]) => {
      const touch = (type: string, clientX = 0) => {
        const changedTouches = [new Touch({ identifier: 1, target, clientX, clientY: 400 })]
        const touches = type === 'touchend' ? [] : changedTouches
        target.dispatchEvent(new TouchEvent(type, { bubbles: true, cancelable: true, touches, changedTouches }))
      }
      touch('touchstart', from)
      touch('touchmove', to)
      touch('touchend', to)
    },
    [fromX, fromX + byX],
  )

test('a swipe back leads to the address and counts it', async ({ page, site }) => {
  await setBack(site)
  await open(page)
  await swipe(page, 51, 200)
  await swipe(page, 50, 100)
  await expect(page).toHaveURL('/upload')
  expect(await counts(site)).toEqual([])
  await swipe(page, 50, 101)
  await expect(page).toHaveURL(BACK)
  await expect.poll(() => counts(site)).toEqual([{ kind: 'swipe', count: 1 }])
})

test('the settings are kept for five minutes', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/idle-redirect-config') && asked.push(request.url()))
  await page.clock.install()
  await open(page)
  /** The redirects leave with the visitor's screens and come back with them. */
  const comeBackAfter = async (ms: number) => {
    await page.evaluate(() => history.pushState(null, '', '/adm'))
    await page.clock.fastForward(ms)
    await page.evaluate(() => history.pushState(null, '', '/upload'))
    await expect(page.getByRole('heading', { name: 'Upload Media' })).toBeVisible()
  }
  await comeBackAfter(4.5 * 60_000)
  expect(asked).toHaveLength(1)
  await comeBackAfter(60_000)
  await expect.poll(() => asked).toHaveLength(2)
})
