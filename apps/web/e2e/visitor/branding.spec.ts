import { expect, LOGO_ADDRESS, onHost, hostsTest as test } from '../support/fixtures.ts'

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"/>'

const TITLES = {
  '/': 'Rate Photos',
  '/upload': 'Upload Media',
  '/stats': 'My Stats',
  '/profile': 'Edit Profile',
  '/dmca': 'DMCA Takedown',
}

test("shows the site's name on each screen, and a logo if the host has one", async ({ page, request, site }) => {
  const banner = page.getByRole('banner')
  const html = await (await request.get('/')).text()
  expect(html).toContain('<title>Ember &amp; Ice</title>')
  expect(html).toMatch(
    /<noscript[^>]*>Ember &amp; Ice needs JavaScript to show photos and to count your votes\.<\/noscript>/,
  )
  const picture = await request.get(/"og:image" content="([^"]*)"/.exec(html)?.[1] ?? '')
  expect(picture.headers()['content-type']).toBe('image/png')
  expect((await picture.body()).byteLength).toBeLessThan(100_000)

  await page.goto('/')
  for (const [path, title] of Object.entries(TITLES)) {
    await page.getByRole('navigation', { name: 'Main' }).locator(`[href="${path}"]`).click()
    await expect(page).toHaveURL(path)
    await expect(page).toHaveTitle(`${title} · Ember & Ice`)
    await expect(banner.getByRole('link').first()).toHaveText('Ember & Ice')
  }
  await expect(banner.getByRole('img')).toHaveCount(0)

  await page.route(LOGO_ADDRESS, (route) => route.fulfill({ contentType: 'image/svg+xml', body: LOGO }))
  await page.goto(onHost(site.url, 'duel.localhost'))
  const logo = banner.getByRole('img', { name: 'Duel' })
  await expect(logo).toHaveAttribute('src', LOGO_ADDRESS)
  expect(await logo.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))).toBe(120)
  await expect(banner.getByText('Duel', { exact: true })).toHaveCount(0)
  await expect(page).toHaveTitle(/ · Duel$/)
  await page.goto(onHost(site.url, 'own.localhost'))
  await expect(banner.getByRole('img', { name: 'Own' })).toHaveAttribute('src', '/icon.svg')
})
