import { expect, test } from '../support/fixtures.ts'
import { mediaScreen } from '../support/operator-screens.ts'
import type { Site } from '../support/running-site.ts'
import { seedPhotos } from '../support/seeded-collection.ts'

/** Makes the database refuse to delete this item during `work` only, as later tests reuse the name. */
const whileKept = async (site: Site, name: string, work: () => Promise<void>) => {
  await site.query(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
     CREATE TRIGGER refuse BEFORE UPDATE ON media FOR EACH ROW WHEN (OLD.original_name = '${name}') EXECUTE FUNCTION refuse()`,
  )
  await work().finally(() => site.query('DROP TRIGGER refuse ON media; DROP FUNCTION refuse'))
}

const countMedia = `SELECT count(*)::int AS count FROM media WHERE status = 'ready'`

test('deletes an item after a confirmation and restores it by Undo', async ({ page, operator, site, problems }) => {
  problems.expect(/^503 .*\/api\/admin\/media\/\d+/)
  await seedPhotos(page, site, 4)
  const screen = mediaScreen(page)
  await operator.open('/adm/media')
  await screen.remove('item-0003.jpg').click()
  await expect(screen.question).toContainText(
    '“item-0003.jpg” by SunnyOtter42 goes to the trash, with its 3 votes, 1 view and files (3.00 KB). You can restore it for 7 days.',
  )
  await expect(screen.question.getByRole('checkbox', { name: /^And never again/ })).not.toBeChecked()
  await screen.question.getByRole('button', { name: 'Cancel' }).click()
  await expect(screen.cards).toHaveCount(4)

  await screen.remove('item-0003.jpg').click()
  await screen.question.getByRole('button', { name: 'Delete image' }).click()
  await expect(screen.toast).toHaveText('SuccessMedia deleted successfullyUndo')
  await expect(screen.cards).toHaveCount(3)
  await expect(screen.tile('Total Votes')).toContainText('7')
  expect(await site.query(countMedia)).toEqual([{ count: 3 }])
  await screen.toast.getByRole('button', { name: 'Undo' }).click()
  await expect(screen.card('item-0003.jpg')).toBeVisible()
  await expect(screen.tile('Total Votes')).toContainText('10')

  const error = 'The site is busy right now.'
  await page.route('**/api/admin/media/*', (route) => route.fulfill({ status: 503, json: { error, message: error } }))
  await screen.preview('item-0001.jpg').click()
  await screen.dialog.getByRole('button', { name: 'Delete image' }).click()
  await screen.question.getByRole('button', { name: 'Delete image' }).click()
  await expect(screen.toast).toHaveText(`Error${error}`)
  expect(await site.query(countMedia)).toEqual([{ count: 4 }])
})

test('keeps the preview closed when the deletion is undone', async ({ page, operator, site }) => {
  await seedPhotos(page, site, 2)
  const screen = mediaScreen(page)
  await operator.open('/adm/media')
  await screen.preview('item-0002.jpg').click()
  await screen.dialog.getByRole('button', { name: 'Delete image' }).click()
  await screen.question.getByRole('button', { name: 'Delete image' }).click()
  await screen.toast.getByRole('button', { name: 'Undo' }).click()
  await expect(screen.card('item-0002.jpg')).toBeVisible()
  await expect(screen.dialog).toHaveCount(0)
})

test('deletes several items by keyboard and keeps items selected that failed', async ({ page, operator, site }) => {
  await seedPhotos(page, site, 6)
  const screen = mediaScreen(page)
  await operator.open('/adm/media')
  const button = (name: string) => screen.main.getByRole('button', { name, exact: true })
  await screen.choosePage.press('Enter')
  for (const name of ['item-0005.jpg', 'item-0006.jpg']) await screen.select(name).press('Space')
  await button('Delete 4 items').press('Enter')
  await expect(screen.question).toContainText('Delete 4 items?')
  await expect(screen.question).toContainText('with their 10 votes, 4 views and files (10.00 KB)')
  await whileKept(site, 'item-0004.jpg', async () => {
    await screen.question.getByRole('button', { name: 'Delete 4 items' }).press('Enter')
    await expect(screen.toast).toHaveText('ErrorDeleted 3 items; 1 could not be deletedUndo')
  })
  await expect(screen.cards).toHaveCount(3)
  await expect(screen.select('item-0004.jpg')).toBeChecked()
  // The toast must not cover the selection bar.
  await button('Clear').click({ trial: true })
  await button('Delete 1 item').click()
  await screen.question.getByRole('button', { name: 'Delete image' }).click()
  await expect(screen.toast).toHaveText('SuccessMedia deleted successfullyUndo')
  expect(await site.query(countMedia)).toEqual([{ count: 2 }])
})

test('deletes all matching items on every page, but no newer ones', async ({ page, operator, site }) => {
  await seedPhotos(page, site, 66)
  await site.query(`UPDATE media SET status = 'waiting', position = NULL WHERE original_name = 'item-0001.jpg'`)
  const screen = mediaScreen(page)
  await operator.open('/adm/media?search=item')
  const button = (name: string) => screen.main.getByRole('button', { name, exact: true })
  await screen.choosePage.click()
  await expect(button('Delete 60 items')).toBeVisible()
  await button('Select all 65 that match').click()
  await site.query(`WITH top AS (UPDATE catalog SET last_position = last_position + 1 RETURNING last_position)
    UPDATE media SET status = 'ready', position = last_position, updated_at = now() FROM top WHERE original_name = 'item-0001.jpg'`)
  await button('Delete 65 items').click()
  await expect(screen.question).toContainText('All 65 items that match go to the trash')
  await screen.question.getByRole('button', { name: 'Delete 65 items' }).click()
  // Each deletion has its own transaction: on a busy machine they can take over a minute.
  await expect.poll(() => site.query(countMedia), { timeout: 180_000 }).toEqual([{ count: 1 }])
  await expect(screen.toast).toContainText('Media deleted successfully')
  await expect(screen.cards).toHaveText([/item-0001\.jpg/])
  await expect(screen.select('item-0001.jpg')).not.toBeChecked()
})
