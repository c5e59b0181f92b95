import { USERNAME_MAX } from '@hotvote/shared/limits'
import { expectAccessible } from '../support/accessible.ts'
import { mediaScreen } from '../support/admin-media-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectLoaded } from '../support/loaded-picture.ts'
import { film, photo } from '../support/made-media.ts'
import { seedMedia, seedPhotos, showPictures } from '../support/seeded-collection.ts'

test('shows totals and cards, the newest first; in the preview arrow keys lead to the neighbours', {
  tag: '@phone',
}, async ({ page, operator, visitor, site }) => {
  const uploader = await visitor()
  const voter = await visitor()
  const { id } = await uploader.upload(await photo('beach.jpg'))
  await uploader.upload(await film('waves.mp4'))
  await voter.vote(id, true)
  await site.query(`UPDATE media SET created_at = '2026-03-07 12:00Z', size_bytes = 1400000 WHERE id = $1`, [id])
  await site.query(`UPDATE media SET created_at = '2026-03-06 12:00Z', size_bytes = 12700 WHERE id <> $1`, [id])
  await operator.open('/adm/media')
  const screen = mediaScreen(page)
  await expect(screen.main.getByRole('heading', { level: 1 })).toHaveText('Media')
  await expect(screen.tile('Total Media')).toContainText('2')
  await expect(screen.tile('Total Votes')).toContainText('1')
  await expect(screen.tile('Total Views')).toContainText('0')
  await expect(screen.cards).toHaveText([/beach\.jpg/, /waves\.mp4/])
  await expect(screen.card('waves.mp4')).toContainText('Video')
  await expect(screen.card('waves.mp4')).toContainText('12.40 KB')
  const beach = screen.card('beach.jpg')
  for (const fact of ['Image', '1.34 MB', '07/Mar/2026', uploader.username, 'Hot1', 'Not0', 'Views0', 'Delete'])
    await expect(beach).toContainText(fact)
  const picture = beach.locator('img').last()
  await expectLoaded(picture)
  await expectAccessible(page)

  await screen.preview('beach.jpg').click()
  await expect(screen.dialog).toHaveAccessibleName('beach.jpg')
  await expect(screen.dialog.getByRole('img', { name: 'beach.jpg' })).toBeVisible()
  for (const fact of ['1 of 2', '320 × 240', 'image/jpeg', '1.34 MB', uploader.username])
    await expect(screen.dialog).toContainText(fact)
  await expectAccessible(page)
  await page.keyboard.press('ArrowLeft')
  await expect(screen.dialog).toHaveAccessibleName('beach.jpg')
  await page.keyboard.press('ArrowRight')
  await expect(screen.dialog).toHaveAccessibleName('waves.mp4')
  const video = screen.dialog.locator('video')
  await expect(video).toHaveJSProperty('controls', true)
  // A single call: a short film may end before the next one.
  const isPlaying = await video.evaluate(async (element: HTMLVideoElement) => {
    await element.play()
    return !element.paused
  })
  expect(isPlaying).toBe(true)
  await screen.dialog.getByRole('button', { name: 'Previous item' }).click()
  await expect(screen.dialog).toHaveAccessibleName('beach.jpg')
  await page.keyboard.press('Escape')
  await expect(screen.dialog).toBeHidden()
  await expect(screen.preview('beach.jpg')).toBeFocused()
})

test('says when it could not be loaded, when there is nothing, and when a file is not there', async ({
  page,
  operator,
  site,
  problems,
}) => {
  problems.expect(/^50[03] .*\/api\/admin\/media/, /^404 .*\/media\//)
  const error = 'The site is busy right now.'
  await page.route('**/api/admin/media?*', (route) => route.fulfill({ status: 500, json: { error, message: error } }), {
    times: 1,
  })
  await operator.open('/adm/media')
  await expect(page.getByRole('alert').getByRole('heading')).toHaveText('Failed to fetch media data')
  await expect(page.getByRole('alert')).toContainText(error)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No media found')).toBeVisible()

  await seedMedia(site, 1)
  await page.reload()
  const screen = mediaScreen(page)
  await expect(screen.cards).toContainText('Image unavailable')
  await screen.preview('item-0001.jpg').click()
  await expect(screen.dialog).toContainText('Image unavailable')
})

test('search, type, sort and order stay in the address', async ({ page, operator, site }) => {
  await seedPhotos(page, site, 12)
  await site.query(`UPDATE media SET mime_type = 'video/mp4' WHERE original_name = 'item-0007.jpg'`)
  const screen = mediaScreen(page)
  await operator.open('/adm/media')
  await expect(screen.cards.first()).toContainText('item-0012')
  await screen.sort.selectOption('Votes')
  await page.getByRole('button', { name: 'Descending' }).click()
  await expect(screen.cards.first()).toContainText('item-0001')
  await screen.search.fill('item-001')
  await expect(screen.cards).toHaveCount(3)
  await expect(page).toHaveURL('/adm/media?sort=votes&order=asc&search=item-001')
  await page.reload()
  await expect(screen.cards).toHaveCount(3)
  await expect(screen.cards.first()).toContainText('item-0010')
  await expect(screen.search).toHaveValue('item-001')
  await screen.search.fill('')
  await screen.type.selectOption('Videos')
  await expect(screen.cards).toHaveCount(1)
  await expect(screen.cards).toContainText('item-0007')
  await page.goto(`/adm/media?sort=nonsense&type=audio&userId=x&search=${'a'.repeat(201)}`)
  await expect(page.getByText('12 items')).toBeVisible()
  await expect(screen.search).toHaveValue('')
})

test('an uploader leads to their media alone, however long their name', { tag: '@phone' }, async ({
  page,
  operator,
  site,
}) => {
  const name = 'W'.repeat(USERNAME_MAX)
  await seedMedia(site, 2)
  await seedMedia(site, 3, name)
  await page.route('**/media/WWW*', (route) => route.fulfill({ contentType: 'image/svg+xml', body: '<svg/>' }))
  await showPictures(page)
  const screen = mediaScreen(page)
  await operator.open('/adm/media')
  await expect(screen.cards).toHaveCount(5)
  await screen.cards
    .getByRole('link', { name: `User ${name}` })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Uploads' }).getByRole('listitem')).toHaveCount(3)
  await page.getByRole('link', { name: 'Select and remove in Media' }).click()
  await expect(screen.cards).toHaveCount(3)
  const only = page.getByRole('button', { name: `Only media of ${name}` })
  await expect(only).toBeVisible()
  // A phone's viewport widens to fit overflowing content.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width)
  await only.press('Enter')
  await expect(screen.cards).toHaveCount(5)
  await page.goBack()
  await expect(page).toHaveURL(/\/adm\/users\/\d+$/)
  await page.goBack()
  await expect(page).toHaveURL('/adm/media')
})

test('leads through pages of 60 items, whose previews stop at the edge', { tag: '@phone' }, async ({
  page,
  operator,
  site,
}) => {
  await seedPhotos(page, site, 130)
  const screen = mediaScreen(page)
  await operator.open('/adm/media')
  await expect(page.getByText('130 items')).toBeVisible()
  await expect(screen.cards).toHaveCount(60)
  await screen.next.click()
  await expect(screen.cards.first()).toContainText('item-0070')
  await expect(screen.cards.first()).toBeInViewport()
  await expect(page).toHaveURL(/\?cursor=/)
  await expectAccessible(page)
  await screen.preview('item-0011.jpg').click()
  await page.keyboard.press('ArrowRight')
  await expect(screen.dialog).toHaveAccessibleName('item-0011.jpg')
  await expect(screen.dialog).toContainText('60 of 60 on this page')
  await page.keyboard.press('Escape')
  await screen.next.press('Enter')
  await expect(screen.cards).toHaveCount(10)
  await expect(screen.next).toHaveAttribute('aria-disabled', 'true')
  await screen.search.fill('item-012')
  await expect(screen.cards).toHaveCount(10)
  await expect(page).toHaveURL('/adm/media?search=item-012')
})

test('going back leads to the page and the card', async ({ page, operator, site }) => {
  await seedPhotos(page, site, 70)
  const screen = mediaScreen(page)
  await operator.open('/adm/media')
  await screen.next.click()
  await expect(screen.cards).toHaveCount(10)
  await screen.cards.getByRole('link').first().click()
  await expect(page.getByRole('list', { name: 'Uploads' })).toBeVisible()
  await page.goBack()
  await expect(screen.card('item-0010.jpg')).toBeInViewport()
  await screen.previous.click()
  await expect(page).toHaveURL('/adm/media')
  await expect(screen.card('item-0070.jpg')).toBeInViewport()
})
