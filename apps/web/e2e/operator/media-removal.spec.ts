import { expectAccessible } from '../support/accessible.ts'
import { mediaScreen } from '../support/admin-media-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { holdCalls } from '../support/held-calls.ts'
import { addRunningOperation, stopOperation } from '../support/operation-rows.ts'
import { expectKeyboardIn } from '../support/rate-screen.ts'
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

const mediaLeft = `SELECT count(*)::int AS count FROM media WHERE status = 'ready'`

test('deletes an item after a question and keeps one that cannot be deleted', {
  tag: '@phone',
}, async ({ page, operator, site, problems, isMobile }) => {
  problems.expect(/^503 .*\/api\/admin\/media\/\d+/)
  await seedPhotos(page, site, 4)
  const screen = mediaScreen(page)
  await operator.open('/adm/media')
  await expect(screen.tile('Total Votes')).toContainText('10')
  await screen.remove('item-0003.jpg').click()
  await expect(screen.question).toContainText('Delete this image?')
  await expect(screen.question).toContainText(
    '“item-0003.jpg” by SunnyOtter42 goes to the trash, with its 3 votes, 1 view and files (3.00 KB). You can restore it for 7 days.',
  )
  await expectAccessible(page)
  await screen.question.getByRole('button', { name: 'Cancel' }).click()
  await expect(screen.cards).toHaveCount(4)
  await screen.remove('item-0003.jpg').click()
  await screen.question.getByRole('button', { name: 'Delete image' }).click()
  await expect(screen.toast).toHaveText('SuccessMedia deleted successfullyUndo')
  await expect(screen.cards).toHaveCount(3)
  await expect(screen.tile('Total Media')).toContainText('3')
  await expect(screen.tile('Total Votes')).toContainText('7')
  await expect(screen.tile('Total Views')).toContainText('3')
  expect(await site.query(mediaLeft)).toEqual([{ count: 3 }])

  if (isMobile) return
  const error = 'The site is busy right now.'
  await page.route('**/api/admin/media/*', (route) => route.fulfill({ status: 503, json: { error, message: error } }))
  await screen.remove('item-0001.jpg').click()
  await screen.question.getByRole('button', { name: 'Delete image' }).click()
  await expect(screen.toast).toHaveText(`Error${error}`)
  await expect(screen.cards).toHaveCount(3)
})

test('several items go at once; those that fail stay selected', { tag: '@phone' }, async ({
  page,
  operator,
  site,
  isMobile,
}) => {
  await seedPhotos(page, site, 6)
  const screen = mediaScreen(page)
  await operator.open('/adm/media')
  await screen.select('item-0006.jpg').check()
  await screen.choosePage.click()
  await screen.select('item-0006.jpg').uncheck()
  await screen.select('item-0005.jpg').uncheck()
  await screen.main.getByRole('button', { name: 'Delete 4 items' }).click()
  await expect(screen.question).toContainText('Delete 4 items?')
  await expect(screen.question).toContainText('with their 10 votes, 4 views and files (10.00 KB)')
  await whileKept(site, 'item-0004.jpg', async () => {
    await screen.question.getByRole('button', { name: 'Delete 4 items' }).click()
    await expect(screen.toast).toHaveText('ErrorDeleted 3 items; 1 could not be deletedUndo')
  })
  expect(await site.query('SELECT kind, status FROM operations')).toEqual([{ kind: 'delete-media', status: 'done' }])
  await expectAccessible(page)
  if (isMobile) return
  await expect(screen.cards).toHaveCount(3)
  await screen.main.getByRole('button', { name: 'Delete 1 item', exact: true }).click()
  await screen.question.getByRole('button', { name: 'Delete image' }).click()
  await expect(screen.toast).toHaveText('SuccessMedia deleted successfullyUndo')
  await expect(screen.cards).toHaveCount(2)
  expect(await site.query(mediaLeft)).toEqual([{ count: 2 }])

  for (const name of ['item-0005.jpg', 'item-0006.jpg']) await screen.select(name).check()
  await screen.main.getByRole('button', { name: 'Delete 2 items' }).click()
  await whileKept(site, 'item-0006.jpg', async () => {
    const looks = await holdCalls(page, '**/api/admin/operations/delete-media')
    await screen.question.getByRole('button', { name: 'Delete 2 items' }).click()
    await expect(screen.main.getByRole('region', { name: 'Deletion' })).toBeVisible()
    await screen.search.fill('nothing')
    await expect(page.getByText('No media found')).toBeVisible()
    await expect(screen.main.getByRole('region', { name: 'Deletion' })).toBeVisible()
    looks.release()
    await expect(screen.toast).toHaveText('ErrorDeleted 1 item; 1 could not be deletedUndo')
  })
  await screen.search.fill('')
  await expect(screen.cards).toHaveText([/item-0006\.jpg/])
})

test('deletes from the preview; a removal outlives its tab, and stops', async ({ page, operator, site, problems }) => {
  problems.expect(/^404 .*\/api\/admin\/media\/\d+/)
  await seedPhotos(page, site, 7)
  await site.query(`UPDATE media SET original_name = 'other-' || id WHERE original_name > 'item-0005.jpg'`)
  const screen = mediaScreen(page)
  await operator.open('/adm/media?search=item')
  await screen.preview('item-0005.jpg').click()
  await screen.dialog.getByRole('button', { name: 'Delete image' }).click()
  await screen.question.getByRole('button', { name: 'Delete image' }).click()
  await expect(screen.dialog).toBeHidden()
  await expect(screen.cards).toHaveCount(4)
  await site.query(`DELETE FROM media WHERE original_name = 'item-0004.jpg'`)
  await screen.remove('item-0004.jpg').click()
  await screen.question.getByRole('button', { name: 'Delete image' }).click()
  await expect(screen.cards).toHaveCount(3)

  await addRunningOperation(site, 'delete-media', { done: 1, total: 5, counts: {} })
  await page.reload()
  await expect(screen.main.getByText('Deleting 2 of 5')).toBeVisible()
  await expect(screen.cards).toHaveCount(3)
  await expectAccessible(page)
  await stopOperation(page, site)
  await site.query(
    `DELETE FROM media WHERE original_name = 'item-0001.jpg';
     UPDATE operations SET status = 'stopped', ended_at = now(), result = '{"message": "", "deleted": [], "errors": []}'`,
  )
  await expect(screen.cards).toHaveCount(2)

  const newest = 'SELECT status FROM operations ORDER BY id DESC LIMIT 1'
  const others = await holdCalls(page, '**/api/admin/operations/delete-media')
  await screen.search.fill('other')
  await expect(screen.cards).toHaveText([/other-\d/, /other-\d/])
  await screen.choosePage.click()
  await screen.main.getByRole('button', { name: 'Delete 2 items' }).click()
  await screen.question.getByRole('button', { name: 'Delete 2 items' }).click()
  await expect.poll(() => site.query(newest)).toEqual([{ status: 'done' }])
  await site.query(`UPDATE operations SET status = 'stopped' WHERE status = 'done'`)
  others.release()
  await expect(screen.toast).toHaveText(/^StoppedDeleted 2 .*Undo$/)
})

test('removes all that match on every page, and nothing that came after the choice', async ({
  page,
  operator,
  site,
}) => {
  await seedPhotos(page, site, 66)
  await site.query(`UPDATE media SET status = 'waiting', position = NULL WHERE original_name = 'item-0001.jpg'`)
  const screen = mediaScreen(page)
  await operator.open('/adm/media?search=item')
  const button = (name: string) => screen.main.getByRole('button', { name, exact: true })
  await screen.choosePage.click()
  await expect(button('Delete 60 items')).toBeVisible()
  await button('Select all 65 that match').click()
  await expect(button('Delete 65 items')).toBeVisible()
  await screen.select('item-0064.jpg').uncheck()
  await expect(button('Delete 59 items')).toBeVisible()
  await button('Select all 65 that match').click()
  await site.query(`WITH top AS (UPDATE catalog SET last_position = last_position + 1 RETURNING last_position)
    UPDATE media SET status = 'ready', position = last_position, updated_at = now() FROM top WHERE original_name = 'item-0001.jpg'`)
  await screen.next.click()
  await expect(screen.cards).toHaveCount(6)
  await expect(screen.select('item-0004.jpg')).toBeChecked()
  await button('Delete 65 items').click()
  await expect(screen.question).toContainText('All 65 items that match go to the trash')
  await screen.question.getByRole('button', { name: 'Delete 65 items' }).click()
  // Each deletion has its own transaction: on a busy machine they can take over a minute.
  await expect.poll(() => site.query(mediaLeft), { timeout: 180_000 }).toEqual([{ count: 1 }])
  await expect(screen.toast).toContainText('Media deleted successfully')
  await screen.previous.click()
  await expect(screen.cards).toHaveText([/item-0001\.jpg/])
  await expect(screen.select('item-0001.jpg')).not.toBeChecked()
})

test('offers all that match once their number is known', async ({ page, operator, site }) => {
  await seedPhotos(page, site, 70)
  const screen = mediaScreen(page)
  await operator.open('/adm/media?search=item')
  const all = screen.main.getByRole('button', { name: /^Select all/ })
  await expect(all).toHaveText('Select all 70 that match')
  const lists = await holdCalls(page, '**/api/admin/media?*')
  await screen.search.fill('item-007')
  await expect.poll(() => lists.held.length).toBe(1)
  await expect(all).toHaveCount(0)
  lists.release()
  await expect(screen.cards).toHaveCount(1)
  await expect(all).toHaveCount(0)
})

test('removes a selection by keyboard, and fills the page', async ({ page, operator, site }) => {
  await seedPhotos(page, site, 70)
  const screen = mediaScreen(page)
  await operator.open('/adm/media')
  const button = (name: string) => screen.main.getByRole('button', { name })
  await screen.select('item-0013.jpg').press('Space')
  await button('Clear').press('Enter')
  for (const name of ['item-0013.jpg', 'item-0012.jpg']) await screen.select(name).press('Space')
  await button('Delete 2 items').press('Enter')
  await expect(screen.question).toContainText('Delete 2 items?')
  await expectKeyboardIn(screen.question)
  await screen.question.getByRole('button', { name: 'Delete 2 items' }).press('Enter')
  await expect(page.getByText('68 items')).toBeVisible()
  await expect(screen.cards).toHaveCount(60)
})

test('a toast lies above the selection bar', async ({ page, operator, site }) => {
  await seedPhotos(page, site, 3)
  const screen = mediaScreen(page)
  await operator.open('/adm/media')
  await screen.select('item-0003.jpg').check()
  await screen.remove('item-0001.jpg').click()
  await screen.question.getByRole('button', { name: 'Delete image' }).click()
  await expect(screen.toast).toBeVisible()
  const clear = screen.main.getByRole('button', { name: 'Clear' })
  await clear.click({ trial: true })
  const bottom = await screen.toast.evaluate((toast) => toast.getBoundingClientRect().bottom)
  const top = await clear.evaluate((button) => button.getBoundingClientRect().top)
  expect(bottom).toBeLessThanOrEqual(top)
})
