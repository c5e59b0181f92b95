import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { photo } from './made-media.ts'
import { seedOwn, statsScreen, uploadAs } from './stats-screen.ts'
import { expectToast } from './toast.ts'

test('a deletion that fails leaves the item and says why', async ({ page, site, problems }) => {
  problems.expect(/^503 .*\/api\/media\//, /ERR_FAILED/)
  const stats = statsScreen(page)
  await uploadAs(page, site, await photo('a.jpg'))
  await stats.open()
  const remove = async () => {
    await stats.remove('a.jpg').click()
    await stats.question.getByRole('button', { name: 'Delete image' }).click()
  }
  await page.route('**/api/media/*?*', (route) => route.fulfill({ status: 503, json: { message: 'Busy right now.' } }))
  await remove()
  await expectToast(stats.toast, 'Delete Failed', 'Busy right now.')
  await page.unroute('**/api/media/*?*')
  await page.route('**/api/media/*?*', (route) => route.fulfill({ status: 503, body: '' }))
  await remove()
  await expectToast(stats.toast, 'Delete Failed', 'Failed to delete media')
  await expect(stats.cards).toHaveCount(1)
  await page.route('**/api/media/*?*', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await remove()
  await expectToast(
    stats.toast,
    'No answer came',
    'Whether it was done is not known. What you see is being read again.',
  )
  await expect(stats.cards).toHaveCount(0)
})

test('nothing that can be loaded', async ({ page, problems }) => {
  problems.expect(/ERR_FAILED/)
  const stats = statsScreen(page)
  await page.route('**/api/users/*/stats*', (route) => route.abort())
  await page.goto('/stats')
  await expect(stats.main.getByText('No statistics available')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/users/*/stats*')
  await stats.main.getByRole('button', { name: 'Try again' }).click()
  await stats.expectTotals('0', '0', '0')
})

test('thumbnails that do not load say so', async ({ page, site, problems }) => {
  problems.expect(/ERR_FAILED/)
  const stats = statsScreen(page)
  await stats.open()
  await seedOwn(site, 2)
  await site.query(`UPDATE media SET mime_type = 'video/mp4' WHERE original_name = '2.jpg'`)
  await page.route('**/media/made/**', (route) => route.abort())
  await stats.open()
  await expect(stats.main.getByText('Video unavailable')).toBeVisible()
  await expect(stats.main.getByText('Image unavailable')).toBeVisible()
  await expectAccessible(page)
})
