import { expectAccessible } from '../support/accessible.ts'
import { bucketScreen, keyOf, stemOf } from '../support/admin-bucket-screen.ts'
import { expectToast } from '../support/admin-settings-screen.ts'
import { expectEveryValueSeen } from '../support/every-value.ts'
import { expect, test } from '../support/fixtures.ts'
import { photo } from '../support/made-media.ts'
import { addFailedOperation } from '../support/operation-rows.ts'
import { renditionsMade } from '../support/renditions.ts'
import { roundTrip } from '../support/round-trip.ts'
import { runUntilShown } from '../support/stopped-clock.ts'

test('overview, files with their items, filters in the address, refresh', { tag: '@phone' }, async ({
  page,
  operator,
  visitor,
  site,
}) => {
  const owner = await visitor()
  const item = await owner.upload(await photo('beach.jpg'))
  const { id } = await owner.upload(await photo('lost.jpg'))
  await renditionsMade(site)
  await site.query('DELETE FROM media WHERE id = $1', [id])
  await (await visitor()).vote(item.id, true)
  await operator.open('/adm')
  const used = page.getByRole('link', { name: /^Storage used .*\d/ })
  await expect(used).toBeVisible()
  const figure = await used.textContent()
  await used.click()
  const screen = bucketScreen(page)
  await expect(screen.heading).toHaveText('Bucket Management')
  for (const label of ['Provider', 'Total files', 'Storage used', 'Of items', 'Without an item'])
    await expect(screen.overview.getByText(label, { exact: true })).toBeVisible()
  await expect(screen.overview.getByText('Local disk')).toBeVisible()
  await expect(screen.overview.getByText('Total files').locator('..')).toHaveText('Total files8')
  await expect(screen.overview.getByText('Of items').locator('..')).toHaveText(/^Of items4\d+(\.\d)? (B|KB)$/)
  const total = screen.overview.getByText('Storage used').locator('..')
  await expect(total).toHaveText(/^Storage used(\d+ B|\d+\.\d (KB|MB))$/)
  expect(await total.textContent()).toBe(figure)

  await screen.prefix.fill(stemOf(item).toUpperCase())
  await expect(page).toHaveURL(/prefix=/)
  await expect(page.getByText('4 files', { exact: true })).toBeVisible()
  for (const name of [
    /Display (Item )?beach\.jpg 1 vote/,
    /Original (Item )?beach\.jpg 1 vote/,
    /Preview (Item )?beach\.jpg 1 vote/,
    /Thumbnail (Item )?beach\.jpg 1 vote/,
  ])
    await expect(screen.row(name)).toBeVisible()
  await expect(screen.row(/Original/).getByText(/^(\d+ B|\d+\.\d (KB|MB))$/)).toBeVisible()
  await page.reload()
  await expect(page.getByText('4 files', { exact: true })).toBeVisible()
  await screen.only.selectOption('Only without an item')
  await expect(page.getByText('No files found')).toBeVisible()
  await site.query('DELETE FROM votes; DELETE FROM media')
  await screen.refresh.click()
  await expect(screen.row(/No item/)).toHaveCount(4)
  await expect(screen.overview.getByText('Of items').locator('..')).toContainText('0')
  await expectAccessible(page)
})

test('deletes selected files with their items after a question', async ({ page, operator, visitor, site }) => {
  const owner = await visitor()
  const item = await owner.upload(await photo('beach.jpg'))
  await renditionsMade(site)
  await (await visitor()).vote(item.id, true)
  await operator.open(`/adm/bucket?prefix=${stemOf(item)}`)
  const screen = bucketScreen(page)
  await expect(screen.tick(keyOf(item))).toBeVisible()
  // Only starts count; the page may poll for progress at any time.
  const begun: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('delete-bucket-files')) begun.push(request.url())
  })
  await screen.deleteSelected.dispatchEvent('click')
  await expect(screen.question).toHaveCount(0)
  await screen.tickAll.check()
  await expect(page.getByText('4 files · 4 selected')).toBeVisible()
  await screen.tickAll.uncheck()
  await screen.tick(keyOf(item)).check()
  await screen.deleteSelected.click()
  await expect(screen.question).toContainText('Delete 1 file and 1 item?')
  await expect(screen.question).toContainText(
    'Visitors see files of 1 item: “beach.jpg”. The item goes to the trash, with its 1 vote, views and all its files. You can restore it for 7 days.',
  )
  await screen.question.getByRole('button', { name: 'Cancel' }).click()
  await roundTrip(page)
  expect(await site.query('SELECT id FROM media')).toHaveLength(1)
  expect(begun).toEqual([])
  await screen.deleteSelected.click()
  await screen.question.getByRole('button', { name: 'Delete 1 file and 1 item' }).click()
  await expect(page.getByText('Deleted 1 file and 1 item with 1 vote')).toBeVisible()
  await expect(screen.row(/In trash/)).toHaveCount(4)
  expect(await site.query(`SELECT id FROM media WHERE status = 'ready'`)).toEqual([])
})

test('selects rows by keyboard and names the reason of a refused file', async ({ page, operator, visitor, site }) => {
  const item = await (await visitor()).upload(await photo('beach.jpg'))
  await renditionsMade(site)
  await operator.open(`/adm/bucket?prefix=${stemOf(item)}`)
  const screen = bucketScreen(page)
  await screen.row(/Display/).focus()
  await page.keyboard.press('ArrowDown')
  await expect(screen.row(/Original/)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(screen.tick(keyOf(item))).toBeChecked()
  await page.keyboard.press('End')
  await expect(screen.row(/Thumbnail/)).toBeFocused()
  await expectEveryValueSeen(page, screen.table)

  await site.query(`UPDATE media SET status = 'pending', position = NULL`)
  await screen.deleteSelected.click()
  await screen.question.getByRole('button', { name: /^Delete/ }).click()
  await expect(page.getByText('1 could not be deleted:')).toBeVisible()
  await expect(page.getByText('This file belongs to an unfinished upload.')).toBeVisible()
  await expect(page.getByText('Uploading').filter({ visible: true }).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('1 could not be deleted:')).toHaveCount(0)
  await site.query(`UPDATE media SET status = 'trashed', trashed_at = now(), trashed_by = 'operator'`)
  await screen.refresh.click()
  await expect(screen.row(/In trash (Item )?beach\.jpg/)).toHaveCount(4)
  const toTrash = screen
    .row(/In trash/)
    .first()
    .getByRole('link', { name: /^beach\.jpg/ })
  await expect(toTrash).toHaveAttribute('href', '/adm/trash?search=beach.jpg')
})

test('leads through pages of files, and keeps the selection', async ({ page, operator, visitor, site }) => {
  const item = await (await visitor()).upload(await photo('beach.jpg'))
  await renditionsMade(site)
  await page.route('**/api/admin/list-bucket-files*', (route) =>
    route.continue({ url: route.request().url().replace('limit=50', 'limit=3') }),
  )
  await operator.open(`/adm/bucket?prefix=${stemOf(item)}`)
  const screen = bucketScreen(page)
  await screen.tickAll.check()
  await expect(page.getByText('3 files on this page · 3 selected')).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).press('Enter')
  await expect(page.getByText('1 file on this page · 3 selected')).toBeVisible()
  await expect(screen.row(/Thumbnail/)).toBeVisible()
  await screen.prefix.fill(stemOf(item).slice(0, -1))
  await expect(page.getByText('3 files on this page · 3 selected')).toBeVisible()
})

test('failures in the specified words; the list loads again', async ({ page, operator, visitor, problems, site }) => {
  problems.expect(/^50\d .*\/api\/admin\//)
  const item = await (await visitor()).upload(await photo('beach.jpg'))
  for (const path of ['list-bucket-files*', 'bucket-overview'])
    await page.route(`**/api/admin/${path}`, (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  for (const path of ['delete-bucket-files', 'find-duplicates'])
    await page.route(`**/api/admin/${path}`, (route) => route.fulfill({ status: 500, body: '' }))
  await operator.open(`/adm/bucket?prefix=${stemOf(item)}`)
  const screen = bucketScreen(page)
  await expect(page.getByRole('alert').getByText('Failed to load bucket files', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(screen.overview).toContainText('Local disk')
  await screen.tick(keyOf(item)).check()
  await screen.deleteSelected.click()
  await screen.question.getByRole('button', { name: /^Delete/ }).click()
  await expectToast(page, 'Failed to delete files', 'Please try again in a moment.')
  await screen.find.click()
  await expectToast(page, 'Failed to find duplicates', 'Please try again in a moment.')
  await addFailedOperation(site, 'find-duplicates', 'It broke.')
  await page.unroute('**/api/admin/delete-bucket-files')
  await page.clock.install()
  await page.reload()
  await expect(page.getByText('Failed to find duplicates: It broke.', { exact: true })).toBeVisible()

  await screen.tick(keyOf(item)).check()
  await screen.deleteSelected.click()
  await expect(screen.question).toBeVisible()
  const loads: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/list-bucket-files')) loads.push(request.url())
  })
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.route('**/api/admin/operations/delete-bucket-files', async (route) => {
    const statuses = () => site.query(`SELECT status FROM operations WHERE kind = 'delete-bucket-files'`)
    await expect.poll(statuses).toEqual([{ status: 'done' }])
    await route.fallback()
  })
  await screen.question.getByRole('button', { name: /^Delete/ }).click()
  // The page's one-second wait began up to `passed` milliseconds ago.
  const passed = await runUntilShown(page, page.getByText('Deleted 1 file and 1 item with 0 votes'))
  await roundTrip(page)
  await page.clock.runFor(999 - passed)
  await roundTrip(page)
  expect(loads).toEqual([])
  await page.clock.runFor(passed + 1)
  await expect.poll(() => loads).toHaveLength(1)
})
