import { expect, test } from '../support/fixtures.ts'
import { screenIsThere } from '../support/rate-screen.ts'
import { allAnswered } from '../support/requests-under-way.ts'

test('a screen that is pointed at is there in its first frame', async ({ page }) => {
  await page.goto('/')
  await screenIsThere(page)
  const link = page.getByRole('link', { name: 'DMCA Takedown' })
  const fetched = page.waitForResponse(/takedown-page.*\.js$/)
  await link.hover()
  await fetched
  await allAnswered(page)
  const headings = await link.evaluate(async (element: HTMLElement) => {
    const seen = new Set<string | undefined>()
    const look = () => seen.add(document.querySelector('h1')?.textContent)
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
    element.click()
    while (!seen.has('DMCA Takedown Request')) await new Promise((done) => requestAnimationFrame(done))
    return [...seen]
  })
  expect(headings).toEqual(['DMCA Takedown Request'])
})

test('a screen comes in few files', async ({ page, operator }) => {
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  const last = page.waitForResponse(/media-page.*\.js$/)
  await operator.open('/adm/media')
  await last
  await allAnswered(page)
  expect(scripts.length).toBeLessThanOrEqual(12)
})
