import { expectAccessible } from '../support/accessible.ts'
import { accountScreen, waitForServerAtLogout } from '../support/account-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectVotes, rateScreen, usernameOn } from '../support/rate-screen.ts'
import { allAnswered } from '../support/requests-under-way.ts'
import { addPhotos } from '../support/seeded-collection.ts'

test('a browser that keeps nothing but cookies is known by its cookie, until it logs out', async ({
  page,
  context,
  site,
  problems,
}) => {
  problems.expect(/^401 .*\/api\/session/, /^403 .*\/api\//)
  await context.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Denied', 'SecurityError')
      },
    })
  })
  await waitForServerAtLogout(page)
  await page.goto('/upload')
  const username = await usernameOn(page)
  const cookieEnds = async () => (await context.cookies()).find(({ name }) => name === 'hv_session')?.expires ?? 0
  const end = await cookieEnds()
  await page.reload()
  expect(await usernameOn(page)).toBe(username)
  // Each visit renews the cookie; otherwise daily visitors would be new after a year.
  await expect.poll(cookieEnds).toBeGreaterThan(end)
  expect(await site.query('SELECT username FROM users')).toEqual([{ username }])
  const loaded = page.waitForEvent('load')
  await accountScreen(page).choose('Logout')
  await loaded
  expect(await usernameOn(page)).not.toBe(username)

  await addPhotos(site, 2)
  const rate = rateScreen(page)
  await rate.openAtRest()
  const other = await context.newPage()
  await waitForServerAtLogout(other)
  await other.goto('/upload')
  const left = await usernameOn(other)
  await accountScreen(other).choose('Logout')
  await expect.poll(() => usernameOn(other)).not.toBe(left)
  await rate.hot.click()
  await expect.poll(() => usernameOn(page)).toBe(await usernameOn(other))
  await allAnswered(page)
  await expectVotes(site, [])
  await rate.settled()
  await rate.hot.click()
  await expect.poll(() => site.query('SELECT 1 FROM votes')).toHaveLength(1)
})

test('a browser that has emptied its storage, as some do after a week, is known by its cookie', async ({
  page,
  site,
}) => {
  await page.goto('/upload')
  const username = await usernameOn(page)
  await allAnswered(page)
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  expect(await usernameOn(page)).toBe(username)
  expect(await site.query('SELECT username FROM users')).toEqual([{ username }])
})

test('a browser that refuses cookies is told once what to allow', async ({ page, context, site, problems }) => {
  problems.expect(/^401 .*\/api\//)
  await addPhotos(site, 2)
  const blocked = page.getByRole('heading', { name: 'Cookies are blocked' })
  await page.route('**/api/session', async (route) => {
    const response = await route.fetch()
    await context.clearCookies()
    const { 'set-cookie': _refused, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  await page.goto('/')
  await expect(blocked).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Allow cookies for 127.0.0.1')
  await expect(rateScreen(page).allRated).toHaveCount(0)
  await expectAccessible(page)

  await allAnswered(page)
  await site.query('DELETE FROM users WHERE id NOT IN (SELECT owner_id FROM media)')
  const visitors = await site.query('SELECT id FROM users')
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false }))
  await page.goto('/profile')
  await expect(blocked).toBeVisible()
  await allAnswered(page)
  expect(await site.query('SELECT id FROM users')).toEqual(visitors)
})
