import type { Page } from '@playwright/test'
import { accountScreen, waitForServerAtLogout } from '../support/account-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { holdCalls } from '../support/held-calls.ts'
import { profileScreen } from '../support/profile-screen.ts'
import { roundTrip } from '../support/round-trip.ts'

/** Stubs geolocation: `window.asked` has the options, `window.letGo(code)` fails the call. */
const failByCode = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(navigator, 'geolocation', {
      configurable: true,
      value: {
        getCurrentPosition: (_: unknown, fail: (error: { code: number }) => void, options: unknown) => {
          Object.assign(window, { asked: options, letGo: (code: number) => fail({ code }) })
        },
      },
    })
  })

test('stores a location on request and shows four decimals', async ({ page, context, site, problems }) => {
  problems.expect(/ERR_FAILED/)
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 48.1371543, longitude: -11.5761244 })
  const profile = profileScreen(page)
  await profile.open()
  await expect(profile.location).toBeHidden()
  await page.route('**/api/session', (route) => route.abort())
  await profile.share.click()
  await expect(profile.main.getByText('Failed to get location', { exact: true })).toBeVisible()
  await expect(profile.location).toBeHidden()
  expect(await site.query('SELECT latitude FROM users')).toEqual([{ latitude: null }])
  await page.unroute('**/api/session')

  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/session')) sent.push(request.postDataJSON())
  })
  await profile.share.click()
  await expect(profile.location).toBeVisible()
  for (const degrees of ['48.1372', '-11.5761'])
    await expect(profile.main.getByText(degrees, { exact: true })).toBeVisible()
  await expect(profile.main).toContainText('Your location is private')
  await expect(profile.share).toBeFocused()
  expect(sent).toEqual([expect.objectContaining({ latitude: 48.1371543, longitude: -11.5761244 })])
  const stored = [{ latitude: 48.1371543, longitude: -11.5761244 }]
  expect(await site.query('SELECT latitude, longitude FROM users')).toEqual(stored)

  await site.query('UPDATE users SET latitude = 52.52, longitude = 13.405')
  await page.reload()
  await expect(profile.main.getByText('52.5200', { exact: true })).toBeVisible()
  expect(await site.query('SELECT latitude, longitude FROM users')).toEqual([{ latitude: 52.52, longitude: 13.405 }])

  await context.setGeolocation({ latitude: 0, longitude: 0 })
  await profile.share.click()
  await expect(profile.main.getByText('0.0000')).toHaveCount(2)
})

test('a shared location is removed by a button, and stays removed', async ({ page, context, site }) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 48.1371543, longitude: -11.5761244 })
  const profile = profileScreen(page)
  await profile.open()
  await profile.share.click()
  await expect(profile.main).toContainText('Your location is saved.')
  await page.getByRole('button', { name: 'Remove location' }).press('Enter')
  await expect(profile.location).toBeHidden()
  await expect(profile.main).not.toContainText('Your location is saved.')
  await expect(profile.share).toHaveText('Share my location')
  expect(await site.query('SELECT latitude, longitude FROM users')).toEqual([{ latitude: null, longitude: null }])
  await page.reload()
  await expect(profile.share).toBeVisible()
  await expect(profile.location).toBeHidden()
})

test('an answer about the location that comes once one has logged out brings nobody back', async ({
  page,
  context,
  problems,
}) => {
  problems.expect(/ERR_FAILED .*\/api\/session/)
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 0, longitude: 0 })
  await waitForServerAtLogout(page)
  const profile = profileScreen(page)
  await profile.open()
  const session = await holdCalls(page, '**/api/session')
  await profile.share.click()
  await expect.poll(() => session.held.length).toBe(1)
  await page.route('**/api/session', (route) => (route.request().method() === 'GET' ? route.abort() : route.fallback()))
  const leaving = await holdCalls(page, '**/api/auth/logout')
  await accountScreen(page).choose('Logout')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect.poll(() => leaving.held.length).toBe(1)
  const late = page.waitForResponse('**/api/session')
  session.release()
  await (await late).finished()
  await roundTrip(page)
  await expect(page.getByRole('dialog', { name: 'Welcome Back' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('hotvote-session'))).toBeNull()
  const loaded = page.waitForEvent('load')
  leaving.release()
  await loaded
})

test('explains a denied or unknown location and retries', async ({ page, context, site }) => {
  await context.clearPermissions()
  const profile = profileScreen(page)
  await profile.open()
  await profile.share.click()
  await expect(profile.main.getByText('Location access denied by user', { exact: true })).toBeVisible()
  await expect(profile.main).toContainText('Allow it for this site in your browser, then try again.')
  await expect(profile.location).toBeHidden()
  expect(await site.query('SELECT latitude FROM users')).toEqual([{ latitude: null }])

  await failByCode(page)
  for (const [code, text] of [
    [2, 'Location information unavailable'],
    [3, 'Location request timed out'],
    [9, 'Failed to get location'],
  ] as const)
    await test.step(text, async () => {
      await profile.share.click()
      await expect(profile.main.getByRole('button', { name: 'Getting your location...' })).toBeVisible()
      const asked = await page.evaluate(() => (window as unknown as { asked: unknown }).asked)
      expect(asked).toEqual({ enableHighAccuracy: true, timeout: 10_000, maximumAge: 300_000 })
      await page.evaluate((given) => (window as unknown as { letGo: (code: number) => void }).letGo(given), code)
      await expect(profile.main.getByText(text, { exact: true })).toBeVisible()
      await expect(profile.share).toBeVisible()
    })
  await page.evaluate(() => Object.defineProperty(navigator, 'geolocation', { value: undefined }))
  await profile.share.click()
  await expect(profile.main.getByText('Geolocation is not supported by this browser', { exact: true })).toBeVisible()
})
