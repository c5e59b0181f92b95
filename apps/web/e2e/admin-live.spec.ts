import { endedLogin } from './admin-login-screen.ts'
import { expectToast, goTo } from './admin-settings-screen.ts'
import { addTakedown } from './admin-takedowns-screen.ts'
import { expect, test } from './fixtures.ts'
import { show } from './page-visibility.ts'
import { allAnswered } from './requests-under-way.ts'
import { seedMedia } from './seeded-collection.ts'

const EVENTS = '**/api/admin/events'
/** Milliseconds: less than the overview waits before it asks again by itself. */
const BY_ITSELF = { timeout: 30_000 }

test('the overview follows the site; not while nobody sees it', async ({ page, operator, site, problems }) => {
  problems.expect(/^401 .*\/api\/admin\/events/)
  const pending = (count: number) => page.getByRole('link', { name: `Pending takedowns ${count}` })
  const begun = page.waitForResponse(EVENTS)
  await operator.open('/adm')
  await begun
  await expect(pending(0)).toBeVisible()
  await addTakedown(site)
  await expect(pending(1)).toBeVisible(BY_ITSELF)

  const closed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/admin/events'))
  await show(page, 'hidden')
  await closed
  await addTakedown(site)
  const again = page.waitForResponse(EVENTS)
  await show(page, 'visible')
  await again
  // What nobody told is asked for.
  await expect(pending(2)).toBeVisible(BY_ITSELF)

  await test.step('a login that ended meanwhile is told as by any call, and nothing that was typed is lost', async () => {
    await goTo(page, 'Vote Multiplier')
    const field = page.getByRole('spinbutton', { name: 'Multiplier' })
    await field.fill('7')
    const closedAgain = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/admin/events'))
    await show(page, 'hidden')
    await closedAgain
    const login = await endedLogin(page)
    await show(page, 'visible')
    await expectToast(page, 'Authentication failed', 'Your admin session may have expired. Please log in again at /adm')
    await login.enter()
    await expect(field).toHaveValue('7')
  })
})

test('work that is begun elsewhere shows by itself', async ({ page, operator, site }) => {
  await seedMedia(site, 1)
  const begun = page.waitForResponse(EVENTS)
  await operator.open('/adm/export-votes')
  await begun
  await expect(page.getByRole('heading', { name: /^All / })).toBeVisible()
  // Nothing is under way here that the screen would ask for again.
  await allAnswered(page)
  expect((await page.request.get('/api/admin/export-votes', { headers: operator.headers })).ok()).toBe(true)
  await expect(page.getByText('0 votes exported')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download Again' })).toBeEnabled()
})

test('where nothing can be told, screens ask again, and are told again when that is possible', async ({
  page,
  operator,
  site,
  problems,
}) => {
  problems.expect(/ERR_FAILED .*\/api\/admin\/events/)
  await page.route(EVENTS, (route) => route.abort())
  await page.clock.install()
  const pending = (count: number) => page.getByRole('link', { name: `Pending takedowns ${count}` })
  await operator.open('/adm')
  await expect(pending(0)).toBeVisible()
  await addTakedown(site)
  await page.clock.fastForward(60_000)
  await expect(pending(1)).toBeVisible(BY_ITSELF)

  await addTakedown(site)
  // Those that are cut off have no response.
  const begun = page.waitForResponse(EVENTS)
  await page.unroute(EVENTS)
  // The longest pause between two attempts.
  await page.clock.fastForward(30_000)
  await begun
  await expect(pending(2)).toBeVisible(BY_ITSELF)
  await addTakedown(site)
  await expect(pending(3)).toBeVisible(BY_ITSELF)
})
