import { expectAccessible } from '../support/accessible.ts'
import { bucketScreen, keyOf, patches, stemOf } from '../support/admin-bucket-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { photo } from '../support/made-media.ts'
import { addRunningOperation, stopOperation } from '../support/operation-rows.ts'
import { renditionsMade } from '../support/renditions.ts'

test('opens the first kind of duplicates that has a group', async ({ page, operator, visitor }) => {
  const owner = await visitor()
  for (const seed of [47, 83]) await owner.upload(await patches('other.jpg', seed))
  await operator.open('/adm/bucket')
  const screen = bucketScreen(page)
  await screen.find.click()
  await expect(screen.typeOfGroups.locator('option:checked')).toHaveText('Name (1)')
  await expect(screen.groups.filter({ hasText: 'other.jpg' })).toBeVisible()
})

test('deletes at most 4,000 selected duplicates at once', async ({ page, operator, site }) => {
  const file = (key: string) => ({
    key,
    size: 1000,
    lastModified: '2026-01-01T00:00:00Z',
    url: '/media/made.jpg',
    thumbnailUrl: null,
    usedBy: null,
    mediaName: null,
    mediaId: null,
    originalName: key,
    uploadedAt: null,
  })
  const duplicateGroups = Array.from({ length: 4001 }, (_, n) => ({
    type: 'content',
    criteria: `Same content ${n}`,
    files: [file(`${n}-a.txt`), file(`${n}-b.txt`)],
  }))
  const counts = { totalFiles: 8002, totalDuplicateFiles: 8002, potentialDeletions: 4001 }
  const result = { success: true, provider: 'local', duplicateGroups, ...counts, message: 'Found 4,001 groups' }
  await site.query(
    `INSERT INTO operations (kind, status, ended_at, result) VALUES ('find-duplicates', 'done', now(), $1)`,
    [JSON.stringify(result)],
  )
  await page.route('**/media/made.jpg', (route) => route.fulfill({ contentType: 'image/svg+xml', body: '<svg/>' }))
  await operator.open('/adm/bucket')
  const screen = bucketScreen(page)
  await screen.selectDuplicates.click()
  await expect(page.getByText('At most 4,000 at once')).toBeVisible()
  await expect(screen.deleteSelected).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Delete 4,001 files' })).toBeDisabled()
  await screen.groups.getByRole('checkbox', { name: 'Select 0-b.txt' }).uncheck()
  await expect(screen.deleteSelected).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Delete 4,000 files' })).toBeEnabled()
})

test('shows duplicates side by side and keeps the copy with the most votes', {
  tag: '@phone',
}, async ({ page, operator, visitor, site, problems, isMobile }) => {
  // A job removes the deleted item's files, maybe while the list loads their pictures.
  problems.expect(/^404 .*\/media\//)
  const [one, two] = [await visitor(), await visitor()]
  const first = await one.upload(await patches('first.jpg', 11))
  const second = await two.upload(await patches('second.jpg', 11))
  const smaller = await two.upload(await patches('smaller.jpg', 11, 300))
  await one.upload(await patches('other.jpg', 47))
  await two.upload(await patches('other.jpg', 47))
  const unrelated = await one.upload(await patches('other.jpg', 83))
  await two.vote(first.id, true)
  await operator.open('/adm/bucket?prefix=zz')
  const screen = bucketScreen(page)
  await expect(screen.find).toBeEnabled()
  await screen.find.press('Enter')
  await expect(page.getByText(/^Found \d+ groups? with \d+ files$/)).toBeVisible()
  await expect(screen.find).toBeFocused()
  await expect(screen.typeOfGroups.locator('option:checked')).toHaveText('Content (2)')
  const content = screen.groups.filter({ hasText: /Same content/ }).filter({ hasText: 'first.jpg' })
  await expect(content.getByRole('listitem')).toHaveText([/Keep.*first\.jpg/s, /second\.jpg/])
  await expect(
    content
      .getByRole('listitem')
      .first()
      .getByText(/^(\d+ B|\d+\.\d (KB|MB))$/),
  ).toBeVisible()
  // Equal names don't prove duplicates, so such files are selected one by one.
  await screen.typeOfGroups.selectOption({ label: 'Name (1)' })
  await expect(page).toHaveURL(/duplicates=name/)
  await expect(screen.selectDuplicates).toBeDisabled()
  const unrelatedTick = screen.groups.getByRole('checkbox', { name: `Select ${keyOf(unrelated)}` })
  await unrelatedTick.check()
  await expect(page.getByText('1 selected', { exact: true })).toBeVisible()
  await unrelatedTick.uncheck()
  await screen.typeOfGroups.selectOption({ label: 'Look (2)' })
  const looks = screen.groups.filter({ hasText: 'Looks the same or nearly so' })
  const look = looks.filter({ hasText: 'first.jpg' })
  await expect(look.getByRole('listitem')).toHaveText([/first\.jpg/, /smaller\.jpg/, /second\.jpg/])
  for (const n of [1, 2]) await expect(page.getByRole('region', { name: new RegExp(`^Group ${n}: `) })).toBeVisible()

  await screen.selectDuplicates.click()
  const tick = (item: { url: string }) => look.getByRole('checkbox', { name: `Select ${keyOf(item)}` })
  await expect(tick(first)).not.toBeChecked()
  await expect(tick(second)).toBeChecked()
  await expect(tick(smaller)).toBeChecked()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete 3 files' }).click()
  const pictures = screen.question.getByRole('region', { name: 'Files to delete' }).getByRole('listitem')
  await expect(pictures).toHaveCount(3)
  for (const name of ['smaller.jpg', 'second.jpg']) await expect(pictures.filter({ hasText: name })).toHaveCount(1)
  await expectAccessible(page)
  if (isMobile) return
  await screen.question.getByRole('button', { name: 'Delete 3 files and 3 items' }).click()
  await expect(page.getByText('Deleted 3 files and 3 items with 0 votes')).toBeVisible()
  await expect(look).toHaveCount(0)
  const left = await site.query(
    `SELECT original_name AS name FROM media WHERE status NOT IN ('trashed', 'deleted') ORDER BY id`,
  )
  expect(left).toEqual(['first.jpg', 'other.jpg', 'other.jpg'].map((name) => ({ name })))

  const { headers } = operator
  expect((await page.request.post(`/api/admin/trash/${second.id}/restore`, { headers })).ok()).toBe(true)
  await screen.find.click()
  await expect(look.getByRole('listitem')).toHaveText([/first\.jpg/, /second\.jpg/])
})

test('orphan report: items without files, found and removed', async ({ page, operator, visitor, problems, site }) => {
  problems.expect(/^404 .*\/media\/2026\/11\/nowhere-thumb/, /^50[03] .*\/api\/admin\/operations\//)
  const item = await (await visitor()).upload(await photo('broken.jpg'))
  await renditionsMade(site)
  await page.route('**/api/admin/operations/*', (route) => route.fulfill({ status: 500, body: '' }))
  await operator.open(`/adm/bucket?prefix=${stemOf(item)}`)
  const screen = bucketScreen(page)
  await expect(screen.row(/Original broken\.jpg/)).toBeVisible()
  // The operation may be running, so the page must not offer a second start.
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(2)
  await expect(screen.find).toHaveCount(0)

  await page.unroute('**/api/admin/operations/*')
  await page.getByRole('button', { name: 'Try again' }).last().click()
  await site.query(`UPDATE media SET thumb_key = '2026/11/nowhere-thumb.webp' WHERE id = $1`, [item.id])
  await screen.findOrphans.click()
  const broken = page.getByRole('region', { name: '1 item with missing files' })
  await expect(broken.getByRole('listitem')).toContainText('broken.jpg')
  await expect(broken.getByRole('listitem')).toContainText('Missing: thumbnail · 0 votes')
  await expectAccessible(page)
  await broken.getByRole('button', { name: 'Remove 1 broken item' }).click()
  await expect(screen.question).toContainText('The item goes to the trash')
  await screen.question.getByRole('button', { name: 'Delete 1 file and 1 item' }).click()
  await expect(page.getByText('Deleted 1 file and 1 item with 0 votes')).toBeVisible()
  await expect(broken).toHaveCount(0)
  expect(await site.query(`SELECT id FROM media WHERE status NOT IN ('trashed', 'deleted')`)).toEqual([])
})

test('stops a running search and deletes orphaned files', async ({ page, operator, visitor, site }) => {
  await addRunningOperation(site, 'find-duplicates', { done: 400, total: 1000, counts: {} })
  await site.query(`INSERT INTO operations (kind, status, ended_at) VALUES ('find-orphans', 'stopped', now())`)
  await operator.open('/adm/bucket')
  const notBegun = page.getByText(/^Stopped before it started · /)
  await expect(page.getByRole('progressbar', { name: 'Duplicate search' })).toHaveAttribute('aria-valuenow', '40')
  await expect(page.getByRole('button', { name: 'Searching…' })).toBeDisabled()
  await expect(notBegun).toHaveCount(1)
  await stopOperation(page, site)
  await site.query(`UPDATE operations SET status = 'stopped', ended_at = now() WHERE kind = 'find-duplicates'`)
  await expect(page.getByText(/^Stopped early · /)).toBeVisible()
  await expect(notBegun).toHaveCount(1)

  const item = await (await visitor()).upload(await photo('left.jpg'))
  await renditionsMade(site) // An item's unfinished renditions would be removed later and could show up in the list.
  await site.query('DELETE FROM media')
  // Only files at least an hour old are reported, so the test inserts the report.
  const file = { key: keyOf(item), size: 1536, lastModified: '2026-11-01T10:00:00.000Z', url: item.url }
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
  const screen = bucketScreen(page)
  const orphans = page.getByRole('region', { name: '1 file without an item' })
  await expect(orphans.getByRole('listitem')).toContainText('1.5 KB')
  await orphans.getByRole('button', { name: 'Delete 1 orphan file' }).click()
  await expect(screen.question).toContainText(
    'No item uses the selected files. They will be deleted for good. This cannot be undone.',
  )
  await screen.question.getByRole('button', { name: 'Delete 1 file' }).click()
  await expect(page.getByText('Deleted 1 file', { exact: true })).toBeVisible()
  await expect(orphans).toHaveCount(0)
  expect((await page.request.get(item.url)).status()).toBe(404)
})
