import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { animationsEnded } from '../support/animations.ts'
import { expect, test } from '../support/fixtures.ts'
import { brokenPhoto, film, photo } from '../support/made-media.ts'
import { goOffline } from '../support/offline.ts'
import { profileScreen } from '../support/profile-screen.ts'
import { expectKeyboardIn, rateScreen } from '../support/rate-screen.ts'
import { addPhotos } from '../support/seeded-collection.ts'
import { uploadScreen } from '../support/upload-screen.ts'

/** Touch targets that are too small, measured together because toasts disappear. */
const smallTargets = async (page: Page) => {
  await animationsEnded(page)
  const targets = page.getByRole('button').or(page.getByRole('link').filter({ hasNotText: 'Skip to content' }))
  return targets.evaluateAll((all) =>
    all
      .map((target) => ({ target, box: target.getBoundingClientRect() }))
      .filter(({ box: { width, height } }) => width > 0 && height > 0 && (width < 44 || height < 44))
      .map(({ target, box: { width, height } }) => `${Math.round(width)} x ${Math.round(height)} ${target.outerHTML}`),
  )
}

// `viewer.spec.ts` and `save-hint.spec.ts` check fuller states of the viewer and the stage.
test('rating a photo, the viewer and the keys', { tag: '@phone' }, async ({ page, site, isMobile }) => {
  await addPhotos(site, 2)
  const rate = rateScreen(page)
  await rate.open()
  expect(await smallTargets(page)).toEqual([])
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(rate.viewer).toBeVisible()
  expect(await smallTargets(page)).toEqual([])
  await expectKeyboardIn(rate.viewer)
  await page.keyboard.press('Escape')
  await expect(rate.viewer).toBeHidden()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog')
  await expect(keys).toBeVisible()
  if (!isMobile) await expectAccessible(page)
  await expectKeyboardIn(keys)
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
})

test('nothing to rate, a video, a failed vote, everything rated, and offline', async ({ page, visitor, problems }) => {
  problems.expect(/^500 .*\/api\/votes|ERR_INTERNET_DISCONNECTED/)
  const rate = rateScreen(page)
  await page.goto('/')
  await expect(page.getByText('No Photos to Rate')).toBeVisible()
  await expectAccessible(page)
  await (await visitor()).upload(await film('film.mp4'))
  await page.reload()
  await expect(rate.stage.locator('video')).toBeVisible()
  await rate.settled()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(rate.viewer).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(rate.viewer).toBeHidden()
  await page.route('**/api/votes', (route) => route.fulfill({ status: 500, body: 'broken' }))
  await rate.hot.click()
  await expect(page.getByText('Vote Failed').first()).toBeVisible()
  await page.unroute('**/api/votes')
  await expect(rate.stage.locator('video')).toBeVisible()
  await rate.settled()
  await rate.hot.click()
  await expect(rate.allRated).toBeVisible()
  await goOffline(page)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await rate.refresh.click()
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expectAccessible(page)
})

test('uploading: pending, refused, failed and completed', { tag: '@phone' }, async ({ page, problems }) => {
  problems.expect(/^4\d\d .*\/upload/)
  const upload = uploadScreen(page)
  await upload.open()
  await upload.drop({ name: 'notes.txt', mimeType: 'text/plain', size: 10 })
  // The refused file's row pushes the rest down: wait before clicking below it.
  await expect(upload.row('notes.txt')).toBeVisible()
  await upload.browse(await photo('good.jpg'), await film('film.mp4'), brokenPhoto('broken.jpg'))
  expect(await smallTargets(page)).toEqual([])
  await expectAccessible(page)
  await upload.uploadAll.click()
  await expect(upload.row('good.jpg')).toContainText('Completed')
  await expect(upload.row('film.mp4')).toContainText('Completed')
  await expect(upload.row('broken.jpg')).toContainText('Error')
  await upload.browse(await photo('more.jpg', undefined, 90))
  await upload.uploadAll.click()
  await expect(upload.toast).toBeVisible()
  expect(await smallTargets(page)).toEqual([])
  await expectAccessible(page)
})

test('the profile: a taken name, a location, the session id', { tag: '@phone' }, async ({
  page,
  context,
  visitor,
  isMobile,
}) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 48.1371543, longitude: -11.5761244 })
  const { username } = await visitor()
  const profile = profileScreen(page)
  await profile.open()
  expect(await smallTargets(page)).toEqual([])
  await profile.username.fill('Nobody Has This')
  await expect(profile.main).toContainText('✓ Username is available')
  if (!isMobile) await expectAccessible(page)
  await profile.username.fill(username)
  await expect(profile.main).toContainText('✗ Username is already taken')
  await profile.share.click()
  await expect(profile.location).toBeVisible()
  await profile.main.getByRole('button', { name: 'Show session ID' }).click()
  await profile.update.click()
  await expect(profile.toast).toBeVisible()
  await expectAccessible(page)
})
