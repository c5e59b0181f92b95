import type { Page } from '@playwright/test'
import { noise } from '../../../api/test/make/pictures.ts'
import { expect, test } from '../support/fixtures.ts'
import { type MadeFile, photo } from '../support/made-media.ts'
import { failing, toastOn } from '../support/operator-screens.ts'
import { renditionsMade } from '../support/rendering.ts'

/** A picture with large light and dark patches, recognisable at any size. */
const patches = async (name: string, seed: number, width = 540): Promise<MadeFile> => {
  const picture = noise(9, 8, seed).resize(width, Math.round(width * 0.75), { kernel: 'cubic' })
  return { name, mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() }
}

const keyIn = ({ url }: { url: string }) => url.replace(/^\/media\//, '')
/** `2026/11/{ulid}`, the prefix of an item's keys. */
const stemIn = (item: { url: string }) => keyIn(item).replace(/-original\.\w+$/, '')

const bucketScreen = (page: Page) => ({
  overview: page.getByRole('region', { name: 'Storage overview' }),
  row: (text: string | RegExp) => page.getByRole('row', { name: text }),
  tick: (key: string) => page.getByRole('grid').getByRole('checkbox', { name: `Select ${key}` }),
  tickAll: page.getByRole('checkbox', { name: 'Select all' }),
  deleteSelected: page.getByRole('button', { name: 'Delete selected' }),
  question: page.getByRole('alertdialog'),
  find: page.getByRole('button', { name: 'Find Duplicates' }),
  groups: page.getByRole('list', { name: 'Duplicate groups' }).getByRole('region'),
  kind: page.getByLabel('Groups', { exact: true }),
  selectDuplicates: page.getByRole('button', { name: 'Select duplicates' }),
})

test('lists files with their items and keeps the filters in the address', async ({ page, operator, visitor, site }) => {
  const item = await (await visitor()).upload(await photo('beach.jpg'))
  await renditionsMade(site)
  await (await visitor()).vote(item.id, true)
  await operator.open('/adm/bucket')
  const screen = bucketScreen(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bucket Management')
  await expect(screen.overview).toContainText('Local disk')
  await expect(screen.overview.getByText('Total files').locator('..')).toHaveText('Total files4')
  for (const label of ['Storage used', 'Of items', 'Without an item'])
    await expect(screen.overview.getByText(label, { exact: true })).toBeVisible()

  await page.getByLabel('Key begins with').fill(stemIn(item).toUpperCase())
  await expect(page).toHaveURL(/prefix=/)
  for (const kind of ['Display', 'Original', 'Preview', 'Thumbnail'])
    await expect(screen.row(new RegExp(`${kind} (Item )?beach\\.jpg 1 vote`))).toBeVisible()
  await page.reload()
  await expect(page.getByText('4 files', { exact: true })).toBeVisible()
  await page.getByLabel('Show').selectOption('Only without an item')
  await expect(page.getByText('No files found')).toBeVisible()
  await site.query('DELETE FROM votes; DELETE FROM media')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(screen.row(/No item/)).toHaveCount(4)
})

test('deletes selected files with their items after a confirmation', async ({
  page,
  operator,
  visitor,
  site,
  problems,
}) => {
  problems.expect(/^500 .*delete-bucket-files/)
  const item = await (await visitor()).upload(await photo('beach.jpg'))
  await renditionsMade(site)
  await operator.open(`/adm/bucket?prefix=${stemIn(item)}`)
  const screen = bucketScreen(page)
  await expect(screen.deleteSelected).toBeDisabled()
  await screen.tickAll.check()
  await expect(page.getByText('4 files · 4 selected')).toBeVisible()
  await screen.tickAll.uncheck()
  await screen.row(/Display/).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(screen.tick(keyIn(item))).toBeChecked()
  await failing(page, '**/api/admin/delete-bucket-files')
  await screen.deleteSelected.click()
  await expect(screen.question).toContainText('Delete 1 file and 1 item?')
  await expect(screen.question).toContainText('The item goes to the trash, with its 0 votes, views and all its files.')
  await screen.question.getByRole('button', { name: /^Delete/ }).click()
  await expect(toastOn(page)).toContainText('Failed to delete files')
  await page.unroute('**/api/admin/delete-bucket-files')
  await screen.deleteSelected.click()
  await screen.question.getByRole('button', { name: 'Delete 1 file and 1 item' }).click()
  await expect(page.getByText('Deleted 1 file and 1 item with 0 votes')).toBeVisible()
  await expect(screen.row(/In trash/)).toHaveCount(4)
  expect(await site.query(`SELECT id FROM media WHERE status = 'ready'`)).toEqual([])
})

test('shows duplicates side by side and keeps the copy with the most votes', async ({
  page,
  operator,
  visitor,
  site,
  problems,
}) => {
  // A job may remove the deleted item's files while the list still loads their pictures.
  problems.expect(/^404 .*\/media\//)
  const [one, two] = [await visitor(), await visitor()]
  const first = await one.upload(await patches('first.jpg', 11))
  const second = await two.upload(await patches('second.jpg', 11))
  const smaller = await two.upload(await patches('smaller.jpg', 11, 300))
  for (const seed of [47, 83]) await one.upload(await patches('other.jpg', seed))
  await two.vote(first.id, true)
  await operator.open('/adm/bucket?prefix=zz')
  const screen = bucketScreen(page)
  await screen.find.click()
  await expect(screen.kind.locator('option:checked')).toHaveText('Content (1)')
  await expect(screen.groups.getByRole('listitem')).toHaveText([/Keep.*first\.jpg/s, /second\.jpg/])
  // Files with equal names may differ, so the operator selects them one by one.
  await screen.kind.selectOption({ label: 'Name (1)' })
  await expect(screen.selectDuplicates).toBeDisabled()

  await screen.kind.selectOption({ label: 'Look (1)' })
  await expect(screen.groups.getByRole('listitem')).toHaveText([/first\.jpg/, /smaller\.jpg/, /second\.jpg/])
  await screen.selectDuplicates.click()
  const tick = (item: { url: string }) => screen.groups.getByRole('checkbox', { name: `Select ${keyIn(item)}` })
  await expect(tick(first)).not.toBeChecked()
  for (const item of [second, smaller]) await expect(tick(item)).toBeChecked()
  await page.getByRole('button', { name: 'Delete 2 files' }).click()
  await expect(screen.question.getByRole('region', { name: 'Files to delete' }).getByRole('listitem')).toHaveCount(2)
  await screen.question.getByRole('button', { name: 'Delete 2 files and 2 items' }).click()
  await expect(page.getByText('Deleted 2 files and 2 items with 0 votes')).toBeVisible()
  await expect(screen.groups).toHaveCount(0)
  const left = await site.query(`SELECT original_name AS name FROM media WHERE status = 'ready' ORDER BY id`)
  expect(left).toEqual([{ name: 'first.jpg' }, { name: 'other.jpg' }, { name: 'other.jpg' }])
})

test('finds and removes files without items and items without files', async ({
  page,
  operator,
  visitor,
  site,
  problems,
}) => {
  problems.expect(/^404 .*\/media\/2026\/11\/nowhere-thumb/)
  const owner = await visitor()
  const item = await owner.upload(await photo('broken.jpg'))
  const lost = await owner.upload(await photo('lost.jpg', undefined, 90))
  await renditionsMade(site)
  await site.query(`UPDATE media SET thumb_key = '2026/11/nowhere-thumb.webp' WHERE id = $1`, [item.id])
  await operator.open('/adm/bucket?prefix=zz')
  const screen = bucketScreen(page)
  await page.getByRole('button', { name: 'Find Orphans' }).click()
  const broken = page.getByRole('region', { name: '1 item with missing files' })
  await expect(broken.getByRole('listitem')).toContainText(/broken\.jpg.*Missing: thumbnail · 0 votes/s)
  await broken.getByRole('button', { name: 'Remove 1 broken item' }).click()
  await screen.question.getByRole('button', { name: 'Delete 1 file and 1 item' }).click()
  await expect(page.getByText('Deleted 1 file and 1 item with 0 votes')).toBeVisible()
  await expect(broken).toHaveCount(0)

  // Only files at least an hour old are reported, so the test inserts the report.
  await site.query('DELETE FROM media WHERE id = $1', [lost.id])
  const file = { key: keyIn(lost), size: 1536, lastModified: '2026-11-01T10:00:00.000Z', url: lost.url }
  const report = {
    message: '1 file without an item, 0 items with missing files',
    totals: { totalFiles: 3 },
    orphans: { count: 1, bytes: 1536, files: [{ ...file, thumbnailUrl: null, usedBy: null, mediaName: null }] },
    brokenItems: { count: 0, items: [] },
  }
  await site.query(
    `INSERT INTO operations (kind, status, result, ended_at) VALUES ('find-orphans', 'done', $1, now())`,
    [JSON.stringify(report)],
  )
  await page.reload()
  const orphans = page.getByRole('region', { name: '1 file without an item' })
  await orphans.getByRole('button', { name: 'Delete 1 orphan file' }).click()
  await expect(screen.question).toContainText('They will be deleted for good. This cannot be undone.')
  await screen.question.getByRole('button', { name: 'Delete 1 file' }).click()
  await expect(page.getByText('Deleted 1 file', { exact: true })).toBeVisible()
  expect((await page.request.get(lost.url)).status()).toBe(404)
})
