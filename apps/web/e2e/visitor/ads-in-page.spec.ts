import type { Page } from '@playwright/test'
import { adOn, linkTo, setAd, spyOnLogin } from '../support/ad-screen.ts'
import { expect, onHost, hostsTest as test } from '../support/fixtures.ts'
import { rateScreen } from '../support/rate-screen.ts'
import { addPhotos } from '../support/seeded-collection.ts'

// These tests share one worker and its site.
test.describe.configure({ mode: 'default' })

const serveScript = (page: Page, name: string, code: string) =>
  page.route(`https://ads.example/${name}`, (route) =>
    route.fulfill({ contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' }, body: code }),
  )

const noted = (page: Page) => page.evaluate(() => document.documentElement.dataset.noted ?? '')
const note = (what: string) =>
  `document.documentElement.dataset.noted = (document.documentElement.dataset.noted ?? '') + '${what} ';`

test("hides the operator's login in another tab from an ad in the page", async ({ page, site, problems }) => {
  problems.expect(/collector\.example/)
  await addPhotos(site, 1)
  const adm = `${onHost(site.url, 'localhost')}/adm`
  expect(await spyOnLogin(page, { site, adm })).toEqual(['null'])
})

test('runs the scripts of an ad in order, even after one that fails to load', async ({ page, site, problems }) => {
  problems.expect(/ERR_FAILED https:\/\/ads\.example/)
  await addPhotos(site, 2)
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
  const allRan = () => expect.poll(() => noted(page)).toBe('inline first between second written later last ')
  const frames: string[] = []
  page.on('request', (request) => request.url().includes('/ad-frame') && frames.push(request.url()))
  const rate = rateScreen(page)
  await rate.open()
  await expect(adOn(page)).toContainText('Buy this')
  await expect(adOn(page).getByText('Old ad')).toBeVisible()
  await allRan()
  await rate.settled()
  await rate.hot.click()
  await rate.shown(2)

  // After an ad has run, the takedown form opens in a new document, without ads.
  await linkTo(page, '/dmca').click()
  await expect(page.getByRole('heading', { level: 1, name: 'DMCA Takedown' })).toBeVisible()
  await expect(page).toHaveURL('/dmca')
  expect(await noted(page)).toBe('')
  await expect(adOn(page)).toHaveCount(0)
  expect(frames).toEqual([])
})

test('shows an ad to visitors, but does not run it for the operator', async ({ page, site }) => {
  await addPhotos(site, 1)
  const link = '<a style="color: #000; background: #fff" href="https://shop.example/">Buy this</a>'
  for (const isSandboxed of [false, true]) {
    await setAd(site, `${link}<script>${note('ran')}</script>`, isSandboxed)
    await rateScreen(page).open()
    await adOn(page).scrollIntoViewIfNeeded()
    const content = isSandboxed ? adOn(page).locator('iframe').contentFrame() : adOn(page)
    await expect(content.getByRole('link', { name: 'Buy this' })).toBeVisible()

    await page.evaluate(() => localStorage.setItem('adminToken', 'secret'))
    await page.goto('/')
    await expect(adOn(page)).toContainText("doesn't run in a browser where the operator is logged in")
    await expect(adOn(page)).not.toContainText('Buy this')
    await expect(page.locator('iframe')).toHaveCount(0)
    expect(await noted(page)).toBe('')
    await page.evaluate(() => localStorage.removeItem('adminToken'))
  }
})
