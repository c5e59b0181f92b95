import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/fixtures.ts'
import { holdCalls } from '../support/held-calls.ts'
import { allAnswered, allDrawn } from '../support/requests-under-way.ts'
import { arrive, seedOwn, showOwn, statsScreen } from '../support/stats-screen.ts'
import { expectToast } from '../support/toast.ts'

/** All pages after the first. */
const MORE = /\/stats\?.*cursor=/

test('shows failed statistics and thumbnails, but none as broken while offline', async ({
  page,
  context,
  site,
  problems,
}) => {
  problems.expect(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/)
  const stats = statsScreen(page)
  await page.route('**/api/users/*/stats*', (route) => route.abort())
  await page.goto('/stats')
  await expect(stats.main.getByText('No statistics available')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/users/*/stats*')
  await stats.expectTotals('0', '0', '0')
  await seedOwn(site, 2)
  await site.query(`UPDATE media SET mime_type = 'video/mp4' WHERE original_name = '2.jpg'`)
  const { promise: isCut, resolve: cutOff } = Promise.withResolvers<void>()
  const files = /\/media\/made\//
  await page.route(files, async (route) => {
    await isCut
    return route.abort()
  })
  let failures = 0
  page.on('requestfailed', (request) => {
    if (files.test(request.url())) failures += 1
  })
  await stats.open()
  // The offline banner's code loads when the browser is idle, and must be there first.
  await expect(page.locator('[role=status]:empty').first()).toBeAttached()
  await context.setOffline(true)
  cutOff()
  await stats.thumbnail('1.jpg').click()
  await expect(stats.details).toBeVisible()
  await expect.poll(() => failures).toBe(3)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await expect(page.getByText('unavailable')).toHaveCount(0)
  await context.setOffline(false)
  await expect(stats.details.getByText('Image unavailable')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(stats.main.getByText('Video unavailable')).toBeVisible()
  await expect(stats.main.getByText('Image unavailable')).toBeVisible()
  await expectAccessible(page)
})

test('keeps a deleted item out of pages that load later', async ({ page, site, problems }) => {
  problems.expect(/^(503|404) .*\/api\/media\//, /^500 .*\/stats\?/, /ERR_FAILED/)
  await showOwn(page)
  const stats = statsScreen(page)
  await arrive(page)
  await seedOwn(site, 100)
  await site.query('UPDATE users SET uploads = 100')
  await stats.open()
  const more = await holdCalls(page, MORE)
  await stats.thumbnail('41.jpg').scrollIntoViewIfNeeded()
  await expect.poll(() => more.held.length).toBe(1)
  await stats.remove('41.jpg').click()
  await stats.question.getByRole('button', { name: 'Delete image' }).click()
  await expect(stats.card('41.jpg')).toHaveCount(0)
  // Refetching the first page pulls in the item after it.
  await expect.poll(async () => [59, 60].includes(await stats.cards.count())).toBe(true)
  await stats.expectTotals('99', '0', '0')
  more.release()
  await expect(stats.cards).toHaveCount(99)
  await expect(stats.card('41.jpg')).toHaveCount(0)
  await stats.expectTotals('99', '0', '0')
  const remove = async () => {
    await stats.remove('100.jpg').click()
    await stats.question.getByRole('button', { name: 'Delete image' }).click()
  }
  await page.route('**/api/media/*?*', (route) => route.fulfill({ status: 503, json: { message: 'Busy right now.' } }))
  await remove()
  await expectToast(stats.toast, 'Delete Failed', 'Busy right now.')
  await page.unroute('**/api/media/*?*')
  await page.route('**/api/media/*?*', (route) => route.fulfill({ status: 503, body: '' }))
  await remove()
  await expectToast(stats.toast, 'Delete Failed', 'Failed to delete media')
  await expect(stats.cards).toHaveCount(99)
  await page.route('**/api/media/*?*', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await stats.thumbnail('100.jpg').click()
  const removeOpen = async () => {
    await stats.details.getByRole('button', { name: 'Delete image' }).click()
    await stats.question.getByRole('button', { name: 'Delete image' }).click()
  }
  await removeOpen()
  await expectToast(stats.toast, "We couldn't confirm the change", 'Reloading…')
  await page.unroute('**/api/media/*?*')
  await allAnswered(page)
  await removeOpen()
  await expectToast(stats.toast, 'Delete Failed', 'This item is no longer available.')
  await expect(stats.details).toHaveCount(0)
  await expect(stats.cards).toHaveCount(98)
  await stats.expectTotals('98', '0', '0')

  await stats.open()
  await site.query(
    `UPDATE media SET status = 'ready', trashed_at = NULL, trashed_by = NULL WHERE original_name = '100.jpg'`,
  )
  const asked = more.held.length
  await page.route(MORE, (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await stats.thumbnail('39.jpg').scrollIntoViewIfNeeded()
  await stats.main.getByRole('button', { name: 'Try again' }).click()
  // The restored item is above these pages: it counts in the totals, but is not listed.
  await expect(stats.cards).toHaveCount(98)
  await stats.expectTotals('99', '0', '0')
  await stats.thumbnail('1.jpg').scrollIntoViewIfNeeded()
  await allDrawn(page)
  expect(more.held.length).toBe(asked + 1)
})
