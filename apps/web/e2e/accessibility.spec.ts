import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { brokenPhoto, film, photo } from './made-media.ts'
import { profileScreen } from './profile-screen.ts'
import { rateScreen, screenIsThere, usernameOn } from './rate-screen.ts'
import { uploadScreen } from './upload-screen.ts'

test('rating a photo, before and after the vote, the viewer and the keys', async ({ page, visitor }) => {
  await (await visitor()).uploadPhotos(3)
  const rate = rateScreen(page)
  await page.goto('/')
  await rate.shown(1)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(rate.viewer).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await rate.hot.click()
  await rate.shown(2)
  await expect(rate.main).toContainText('100% hot')
  await expectAccessible(page)
})

test('rating a video', async ({ page, visitor }) => {
  await (await visitor()).upload(await film('film.mp4'))
  const rate = rateScreen(page)
  await page.goto('/')
  await expect(rate.stage.locator('video')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(rate.viewer).toBeVisible()
  await expectAccessible(page)
})

test('nothing to rate, everything rated, and a failed vote', async ({ page, visitor, problems }) => {
  problems.expect(/ERR_FAILED/)
  const rate = rateScreen(page)
  await page.goto('/')
  await expect(page.getByText('No Photos to Rate')).toBeVisible()
  await expectAccessible(page)
  await (await visitor()).uploadPhotos(1)
  await page.reload()
  await rate.shown(1)
  await page.route('**/api/votes', (route) => route.abort())
  await rate.hot.click()
  await expect(page.getByText('Vote Failed').first()).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/votes')
  await rate.hot.click()
  await expect(rate.allRated).toBeVisible()
  await expectAccessible(page)
})

test('uploading: nothing yet, pending, refused, failed and completed', async ({ page, problems }) => {
  problems.expect(/^4\d\d .*\/upload/)
  const upload = uploadScreen(page)
  await upload.open()
  await expectAccessible(page)
  await upload.drop({ name: 'notes.txt', mimeType: 'text/plain', size: 10 })
  await upload.browse(await photo('good.jpg'), await film('film.mp4'), brokenPhoto('broken.jpg'))
  await expectAccessible(page)
  await upload.uploadAll.click()
  await expect(upload.row('good.jpg')).toContainText('Completed')
  await expect(upload.row('film.mp4')).toContainText('Completed')
  await expect(upload.row('broken.jpg')).toContainText('Error')
  await expect(upload.toast).toBeVisible()
  await expectAccessible(page)
})

test('the profile with a taken name, a location and the session id', async ({ page, context, visitor }) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 48.1371543, longitude: -11.5761244 })
  const { username } = await visitor()
  const profile = profileScreen(page)
  await profile.open()
  await profile.username.fill('Nobody Has This')
  await expect(profile.main).toContainText('✓ Username is available')
  await expectAccessible(page)
  await profile.username.fill(username)
  await expect(profile.main).toContainText('✗ Username is already taken')
  await profile.share.click()
  await expect(profile.location).toBeVisible()
  await profile.main.getByRole('button', { name: 'Show session ID' }).click()
  await profile.update.click()
  await expect(profile.toast).toBeVisible()
  await expectAccessible(page)
})

for (const path of ['/stats', '/profile', '/dmca', '/no-such-page'])
  test(`the screen ${path}`, async ({ page, problems }) => {
    problems.expect(/^404 .*no-such-page/)
    await page.goto(path)
    await usernameOn(page)
    await screenIsThere(page)
    await expectAccessible(page)
  })

test('targets are large enough for a thumb', async ({ page, visitor }) => {
  await (await visitor()).uploadPhotos(1)
  const small: string[] = []
  const measure = async () => {
    const targets = page.getByRole('button').or(page.getByRole('link').filter({ hasNotText: 'Skip to content' }))
    for (const target of await targets.all()) {
      const box = await target.boundingBox()
      if (box && (box.width < 44 || box.height < 44))
        small.push(`${Math.round(box.width)} x ${Math.round(box.height)} ${await target.ariaSnapshot()}`)
    }
  }
  await page.goto('/')
  await rateScreen(page).shown(1)
  await measure()
  await page.keyboard.press('Enter')
  await expect(rateScreen(page).viewer).toBeVisible()
  await measure()
  await profileScreen(page).open()
  await measure()
  const upload = uploadScreen(page)
  await upload.open()
  await upload.browse(await photo('good.jpg'), brokenPhoto('broken.jpg'))
  await upload.uploadOne('good.jpg').click()
  await expect(upload.toast).toBeVisible()
  await measure()
  expect(small).toEqual([])
})
