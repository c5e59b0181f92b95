import { allAnswered } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { rateScreen, usernameOn } from '../support/rate-screen.ts'
import { addPhotos } from '../support/seeded-collection.ts'

test('recognizes a browser by its cookie after its storage was cleared', async ({ page, site }) => {
  await page.goto('/upload')
  const username = await usernameOn(page)
  await allAnswered(page)
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  expect(await usernameOn(page)).toBe(username)
  expect(await site.query('SELECT username FROM users')).toEqual([{ username }])
})

test('explains to a browser that refuses cookies how to allow them', async ({ page, context, site, problems }) => {
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
})
