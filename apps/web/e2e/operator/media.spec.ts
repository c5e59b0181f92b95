import { expect, test } from '../support/fixtures.ts'
import { film, photo } from '../support/made-media.ts'
import { mediaScreen } from '../support/operator-screens.ts'
import { expectLoaded } from '../support/rendering.ts'
import { seedPhotos } from '../support/seeded-collection.ts'

test('shows totals and cards, newest first, and previews items by arrow keys', async ({
  page,
  operator,
  visitor,
  site,
}) => {
  const [uploader, voter] = [await visitor(), await visitor()]
  const { id } = await uploader.upload(await photo('beach.jpg'))
  await uploader.upload(await film('waves.mp4'))
  await voter.vote(id, true)
  await site.query(`UPDATE media SET created_at = '2026-03-07 12:00Z', size_bytes = 1400000 WHERE id = $1`, [id])
  await site.query(`UPDATE media SET created_at = '2026-03-06 12:00Z', size_bytes = 12700 WHERE id <> $1`, [id])
  await operator.open('/adm/media')
  const screen = mediaScreen(page)
  for (const [tile, total] of [
    ['Total Media', '2'],
    ['Total Votes', '1'],
    ['Total Views', '0'],
  ] as const)
    await expect(screen.tile(tile)).toContainText(total)
  await expect(screen.cards).toHaveText([/beach\.jpg/, /Video.*waves\.mp4.*12\.40 KB/s])
  const beach = screen.card('beach.jpg')
  for (const fact of ['Image', '1.34 MB', '07/Mar/2026', uploader.username, 'Hot1', 'Not0', 'Views0', 'Delete'])
    await expect(beach).toContainText(fact)
  await expectLoaded(beach.locator('img').last())

  await screen.preview('beach.jpg').click()
  await expect(screen.dialog).toHaveAccessibleName('beach.jpg')
  await expect(screen.dialog.getByRole('img', { name: 'beach.jpg' })).toBeVisible()
  for (const fact of ['1 of 2', '320 × 240', 'image/jpeg', '1.34 MB', uploader.username])
    await expect(screen.dialog).toContainText(fact)
  await page.keyboard.press('ArrowRight')
  await expect(screen.dialog).toHaveAccessibleName('waves.mp4')
  await expect(screen.dialog.locator('video')).toHaveJSProperty('controls', true)
  await screen.dialog.getByRole('button', { name: 'Previous item' }).click()
  await expect(screen.dialog).toHaveAccessibleName('beach.jpg')
  await page.keyboard.press('Escape')
  await expect(screen.preview('beach.jpg')).toBeFocused()
})

test('keeps search, filters and order in the address', async ({ page, operator, site }) => {
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
  await expect(screen.cards).toHaveText([/item-0010/, /item-0011/, /item-0012/])
  await screen.search.fill('')
  await screen.type.selectOption('Videos')
  await expect(screen.cards).toHaveText([/item-0007/])
  await screen.cards.getByRole('link', { name: 'User SunnyOtter42' }).click()
  await page.getByRole('link', { name: 'Select and remove in Media' }).click()
  await page.getByRole('button', { name: 'Only media of SunnyOtter42' }).press('Enter')
  await expect(page).toHaveURL('/adm/media')
  await expect(screen.cards).toHaveCount(12)
})

test('filters by status and unseen items, and supports keys in the compact view', async ({
  page,
  operator,
  site,
  visitor,
}) => {
  await (await visitor()).uploadPhotos(2)
  await site.saveSetting('upload-review', { mode: 'everything' })
  await (await visitor()).upload(await photo('waits.jpg'))
  const screen = mediaScreen(page)
  await operator.open('/adm/media')
  await expect(screen.cards).toHaveCount(2)
  await page.getByLabel('Status').selectOption('Waiting for review')
  await expect(screen.cards).toHaveText([/waits\.jpg.*Waiting/s])
  await page.getByLabel('Status').selectOption('Live and hidden')
  await page.getByRole('button', { name: 'Compact view' }).click()
  const pictures = page.getByRole('listbox', { name: 'Media' }).getByRole('option')
  await expect(pictures).toHaveText([/photo-2/, /photo-1/])
  await pictures.first().focus()
  for (const key of ['ArrowRight', 'Space', 'Enter']) await page.keyboard.press(key)
  await expect(screen.dialog).toHaveAccessibleName('photo-1.jpg')
  await page.keyboard.press('Escape')
  await expect(screen.main.getByRole('button', { name: 'Delete 1 item' })).toBeVisible()
  await page.getByLabel('Seen').selectOption('Not seen yet')
  await expect(pictures).toHaveCount(2)
  await page.getByRole('button', { name: 'Mark all as seen' }).click()
  await expect(page.getByText('No media found')).toBeVisible()
  await expect(page).toHaveURL('/adm/media?view=compact&seen=not_yet')
})

test('pages by 60 items and returns to the same card', async ({ page, operator, site }) => {
  await seedPhotos(page, site, 70)
  const screen = mediaScreen(page)
  await operator.open('/adm/media')
  await expect(page.getByText('70 items')).toBeVisible()
  await expect(screen.cards).toHaveCount(60)
  await screen.next.click()
  await expect(screen.cards).toHaveCount(10)
  await expect(screen.next).toHaveAttribute('aria-disabled', 'true')
  await screen.cards.getByRole('link').first().click()
  await expect(page.getByRole('list', { name: 'Uploads' })).toBeVisible()
  await page.goBack()
  await expect(screen.card('item-0010.jpg')).toBeInViewport()
  await screen.previous.click()
  await expect(page).toHaveURL('/adm/media')
  await expect(screen.card('item-0070.jpg')).toBeInViewport()
})

test('shows the first picture without scrolling on a small phone', async ({ page, operator, site }) => {
  await page.setViewportSize({ width: 390, height: 664 })
  await seedPhotos(page, site, 70)
  await operator.open('/adm/media')
  const screen = mediaScreen(page)
  await expect(screen.preview('item-0070.jpg')).toBeInViewport({ ratio: 1 })
  await screen.filters.click()
  await screen.type.selectOption('Videos')
  await expect(screen.filters).toHaveText('Filters (1)')
  await expect(page.getByText('No media found')).toBeVisible()
})
