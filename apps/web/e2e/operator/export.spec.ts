import { readFileSync } from 'node:fs'
import { sheetsIn } from '../../../api/test/make/exports.ts'
import { expect, test } from '../support/fixtures.ts'
import { addRunningOperation, stopOperation } from '../support/operator-rows.ts'
import { expectToast, failing } from '../support/operator-screens.ts'
import { seedMedia } from '../support/seeded-collection.ts'

const nameToday = () => `votes_export_${new Date().toISOString().slice(0, 10)}.xlsx`

test('downloads every vote as a workbook, also a second time', async ({ page, operator, visitor, site }) => {
  await seedMedia(site, 2)
  const photos = await site.query<{ id: number }>('UPDATE media SET hot_votes = 0 RETURNING id::int')
  const voter = await visitor()
  for (const { id } of photos) await voter.vote(id, true)
  await operator.open('/adm/export-votes')
  await expect(page.getByRole('heading', { name: 'All 2 votes' })).toBeVisible()
  const downloading = page.waitForEvent('download')
  const before = nameToday()
  await page.getByRole('button', { name: 'Export Votes', exact: true }).click()
  const download = await downloading
  // The test may run across midnight.
  expect([before, nameToday()]).toContain(download.suggestedFilename())
  const [sheet] = await sheetsIn(readFileSync(await download.path()))
  const votes = await site.query<{ media_id: string; created_at: Date }>('SELECT * FROM votes ORDER BY media_id')
  expect(sheet?.rows).toEqual([
    ['user_id', 'media_id', 'is_hot', 'voted_at'],
    ...votes.map(({ media_id, created_at }) => [voter.id, Number(media_id), true, created_at]),
  ])
  await expect(page.getByText('2 votes exported')).toBeVisible()
  await page.reload()
  await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download Again' }).click()])
})

test('shows failures and progress of an export and stops it', async ({ page, operator, problems, site }) => {
  problems.expect(/^503 .*export-votes/)
  const error = 'The site is busy right now.'
  const start = page.getByRole('button', { name: 'Export Votes', exact: true })
  await failing(page, '**/api/admin/export-votes*', { status: 503, error, method: 'GET' })
  await operator.open('/adm/export-votes')
  await start.click()
  await expectToast(page, 'Failed to export votes data', error)

  await addRunningOperation(site, 'export-votes', { done: 250000, total: 1000000 })
  await page.reload()
  await expect(page.getByRole('progressbar', { name: 'Vote export' })).toHaveAttribute('aria-valuenow', '25')
  await expect(page.getByText('250,000 of 1,000,000 votes')).toBeVisible()
  await expect(page.getByText('You can leave this page. The work continues in the background.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Exporting…' })).toBeDisabled()
  await stopOperation(page, site)
  await site.query(
    `UPDATE operations SET status = 'stopped', ended_at = now(), result = '{"operation": 1, "rows": 0, "sheets": 0, "bytes": 0}'`,
  )
  await expect(page.getByText('Stopped before a file was created.')).toBeVisible()
  await expect(start).toBeEnabled()
})
