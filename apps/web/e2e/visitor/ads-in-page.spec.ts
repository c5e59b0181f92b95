import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { adOn, linkTo, setAd, spyOnLogin } from '../support/ad-screen.ts'
import { expect } from '../support/fixtures.ts'
import { photo } from '../support/made-media.ts'
import { onHost, test } from '../support/own-hosts.ts'
import { rateScreen } from '../support/rate-screen.ts'
import { addPhotos } from '../support/seeded-collection.ts'
import { takedownScreen } from '../support/takedown-screen.ts'
import { holdUploads, uploadScreen } from '../support/upload-screen.ts'

// These tests share one worker and its site.
test.describe.configure({ mode: 'default' })

const serveScript = (page: Page, name: string, code: string) =>
  page.route(`https://ads.example/${name}`, (route) =>
    route.fulfill({ contentType: 'text/javascript', headers: { 'access-control-allow-origin': '*' }, body: code }),
  )

const noted = (page: Page) => page.evaluate(() => document.documentElement.dataset.noted ?? '')
const note = (what: string) =>
  `document.documentElement.dataset.noted = (document.documentElement.dataset.noted ?? '') + '${what} ';`

test('an ad in the page finds nothing of a login in another tab', async ({ page, site, problems }) => {
  problems.expect(/collector\.example/)
  await addPhotos(site, 1)
  const adm = `${onHost(site.url, 'localhost')}/adm`
  expect(await spyOnLogin(page, { site, adm })).toEqual(['null'])
})

test('runs the scripts of an ad in order, also after one that fails to load', async ({ page, site, problems }) => {
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

  // After an ad has run, the takedown form opens in a new document.
  await linkTo(page, '/dmca').click()
  await expect(page.getByRole('heading', { level: 1, name: 'DMCA Takedown' })).toBeVisible()
  await expect(page).toHaveURL('/dmca')
  expect(await noted(page)).toBe('')
  await expect(adOn(page)).toHaveCount(0)
  // A filled form keeps its strict document, which shows no ads; an empty form does not.
  const { name } = takedownScreen(page)
  await name.fill('Ada Example')
  const withoutAd = page.waitForResponse('**/api/ad-config/zone1')
  await linkTo(page, '/').click()
  await (await withoutAd).finished()
  await rate.settled()
  await expect(adOn(page)).toHaveText('')
  await linkTo(page, '/dmca').click()
  await expect(name).toHaveValue('Ada Example')
  await name.fill('')
  await linkTo(page, '/').click()
  await expect(adOn(page)).toContainText('Buy this')
  await allRan()
  expect(frames).toEqual([])

  await page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()))
  const open = page.getByRole('main').getByRole('button', { name: 'Open the form' })
  const answerQuestion = async (choice: 'dismiss' | 'accept', ask: () => Promise<void>) => {
    const question = page.waitForEvent('dialog')
    await Promise.all([question.then((dialog) => dialog[choice]()), ask()])
  }
  await answerQuestion('dismiss', () => linkTo(page, '/dmca').click())
  await expect(open).toBeVisible()
  await expectAccessible(page)

  const upload = uploadScreen(page)
  await holdUploads(page)
  const startUpload = async () => {
    await linkTo(page, '/upload').click()
    await upload.browse(await photo('new.jpg'))
    await upload.uploadAll.click()
    await expect(upload.row('new.jpg')).toContainText('Uploading')
  }
  await startUpload()
  await linkTo(page, '/dmca').click()
  await answerQuestion('dismiss', () => open.click())
  await answerQuestion('accept', () => open.click())
  await expect(page.getByRole('heading', { level: 1, name: 'DMCA Takedown' })).toBeVisible()
  await startUpload()
  const adCode = page.waitForResponse('**/api/ad-config/zone1')
  await linkTo(page, '/').click()
  await (await adCode).finished()
  await expect(rateScreen(page).stage).toBeVisible()
  await linkTo(page, '/upload').click()
  await expect(upload.row('new.jpg')).toContainText('Uploading')
})

test('no zone without ad code; with it, at least 50 px high, and nothing covers it', { tag: '@phone' }, async ({
  page,
  site,
  isMobile,
}) => {
  await addPhotos(site, 2)
  const rate = rateScreen(page)
  const response = page.waitForResponse('**/api/ad-config/zone1')
  await rate.open()
  expect(await (await response).json()).toEqual({ adCode: '', isSandboxed: false })
  // An ad would have appeared before the next photo does.
  await rate.skip.click()
  await rate.shown(2)
  await expect(adOn(page)).toHaveCount(0)

  await setAd(site, '<i>.</i>')
  await page.reload()
  await rate.shown(1)
  await expect.poll(async () => (await adOn(page).boundingBox())?.height).toBe(50)
  await setAd(site, '<div style="height: 90px">.</div>')
  await page.reload()
  // The stage has its final height only when its photo is shown.
  await rate.shown(1)
  await expect.poll(async () => (await adOn(page).boundingBox())?.height).toBe(90)
  // The ad is below the buttons on the first screen, away from stray thumbs on phones.
  await expect(adOn(page).getByText('.')).toBeInViewport({ ratio: 1 })
  const [button, ad] = await Promise.all([rate.hot.boundingBox(), adOn(page).boundingBox()])
  const gap = (ad?.y ?? 0) - (button?.y ?? 0) - (button?.height ?? 0)
  expect(gap).toBeGreaterThanOrEqual(isMobile ? 32 : 0)
})

test('shows an accessible ad zone, and none to the operator', async ({ page, site }) => {
  await addPhotos(site, 1)
  const link = '<a style="color: #000; background: #fff" href="https://shop.example/">Buy this</a>'
  for (const isSandboxed of [false, true]) {
    await setAd(site, `${link}<script>${note('ran')}</script>`, isSandboxed)
    await rateScreen(page).open()
    await adOn(page).scrollIntoViewIfNeeded()
    const content = isSandboxed ? adOn(page).locator('iframe').contentFrame() : adOn(page)
    await expect(content.getByRole('link', { name: 'Buy this' })).toBeVisible()
    await expectAccessible(page)

    await page.evaluate(() => localStorage.setItem('adminToken', 'secret'))
    await page.goto('/')
    await expect(adOn(page)).toContainText("doesn't run in a browser where the operator is logged in")
    await expect(adOn(page)).not.toContainText('Buy this')
    await expect(page.locator('iframe')).toHaveCount(0)
    expect(await noted(page)).toBe('')
    await page.evaluate(() => localStorage.removeItem('adminToken'))
  }
})
