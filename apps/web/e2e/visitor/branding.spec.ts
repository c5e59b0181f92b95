import { expect } from '../support/fixtures.ts'
import { LOGO_ADDRESS, onHost, test } from '../support/own-hosts.ts'

// These tests share one worker and its site.
test.describe.configure({ mode: 'default' })

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"/>'

test.beforeEach(({ page }) =>
  page.route(LOGO_ADDRESS, (route) => route.fulfill({ contentType: 'image/svg+xml', body: LOGO })),
)

const TITLES = {
  '/': 'Rate Photos',
  '/upload': 'Upload Media',
  '/stats': 'My Stats',
  '/profile': 'Edit Profile',
  '/dmca': 'DMCA Takedown',
}

test("shows the site's name on a host without a logo, before any script", async ({ page, request }) => {
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
    await expect(page.getByRole('banner').getByRole('link').first()).toHaveText('Ember & Ice')
  }
  await expect(page.getByRole('banner').getByRole('img')).toHaveCount(0)
})

test("a host with a logo shows that picture: one of its own, or HotVote's under its own name", async ({
  page,
  site,
}) => {
  const banner = page.getByRole('banner')
  for (const path of ['/', '/dmca'])
    await test.step(path, async () => {
      await page.goto(onHost(site.url, 'duel.localhost') + path)
      const logo = banner.getByRole('img', { name: 'Duel' })
      await expect(logo).toBeVisible()
      await expect(logo).toHaveAttribute('src', LOGO_ADDRESS)
      expect(await logo.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))).toBe(120)
      await expect(banner.getByText('Duel', { exact: true })).toHaveCount(0)
      await expect(page).toHaveTitle(/ · Duel$/)
    })
  await page.goto(onHost(site.url, 'own.localhost'))
  const logo = banner.getByRole('img', { name: 'Own' })
  await expect(logo).toHaveAttribute('src', '/icon.svg')
  await expect(logo).toBeVisible()
})
