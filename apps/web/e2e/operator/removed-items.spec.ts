import { expectAccessible } from '../support/accessible.ts'
import { mediaScreen } from '../support/admin-media-screen.ts'
import { queueScreen } from '../support/admin-queue-screen.ts'
import { addTakedown } from '../support/admin-takedowns-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { photo } from '../support/made-media.ts'
import { seedPhotos } from '../support/seeded-collection.ts'

const NEVER_AGAIN = { name: /^And never again/ }

test('refuses copies of a reported item that was removed, until it is allowed again', { tag: '@phone' }, async ({
  page,
  operator,
  visitor,
}) => {
  const [owner, other] = [await visitor(), await visitor()]
  const file = await photo('beach.jpg', { width: 480, height: 360 })
  const { id } = await owner.upload(file)
  await other.report(id, 'illegal')
  await operator.open('/adm/queue')
  const queue = queueScreen(page)
  await queue.card(`Reports of media #${id}`).getByRole('button', { name: 'Remove' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('checkbox', NEVER_AGAIN)).toBeChecked()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('status', { name: 'Last decision' })).toContainText('beach.jpg was removed.')
  await expect(other.upload(file)).rejects.toThrow('This was removed by the operator of this site')

  await operator.open('/adm/removed-items')
  const row = page.getByRole('grid', { name: 'Removed items' }).getByRole('row').filter({ hasText: 'beach.jpg' })
  await expect(row).toContainText('Reported, removed by you')
  await expect(row).toContainText(owner.username)
  await expect(row.getByRole('img', { name: 'Removed: beach.jpg' })).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await row.getByRole('button', { name: 'Allow again: beach.jpg' }).click()
  await question.getByRole('button', { name: 'Allow again' }).click()
  await expect(page.getByRole('main')).toContainText('No removed items')
  await other.upload(file)
})

test('offers to refuse copies of a deleted item, and leads to the list by Ctrl-K', async ({
  page,
  operator,
  visitor,
}) => {
  const owner = await visitor()
  const file = await photo('beach.jpg')
  await owner.upload(file)
  await operator.open('/adm/media')
  const screen = mediaScreen(page)
  await screen.remove('beach.jpg').click()
  const option = screen.question.getByRole('checkbox', NEVER_AGAIN)
  await expect(option).not.toBeChecked()
  await option.check()
  await screen.question.getByRole('button', { name: 'Delete image' }).click()
  await expect(screen.cards).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Go to' }).fill('never again')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Removed Items')
  await expect(page.getByRole('main')).toContainText('Deleted by you')
  await operator.open('/adm/trash')
  await expect(page.getByRole('main')).toContainText('Deleted by you, never again')
})

test('says how many of several items can be restored', async ({ page, operator, site }) => {
  await seedPhotos(page, site, 3)
  const [first] = await site.query<{ id: number }>(`SELECT id::int FROM media WHERE original_name = 'item-0001.jpg'`)
  await addTakedown(site, { mediaId: first?.id, status: 'resolved' })
  await operator.open('/adm/media')
  const screen = mediaScreen(page)
  const fates =
    '2 items go to the trash, where you can restore them for 7 days. 1 item will be deleted for good, because of upheld takedowns.'
  for (const name of ['item-0001.jpg', 'item-0002.jpg', 'item-0003.jpg']) await screen.select(name).check()
  await screen.main.getByRole('button', { name: 'Delete 3 items' }).click()
  await expect(screen.question).toContainText(fates)
  await screen.question.getByRole('button', { name: 'Cancel' }).click()
  await screen.remove('item-0001.jpg').click()
  await expect(screen.question).toContainText('will be deleted for good, with its')
})

test('leads through pages of 50 removed items', async ({ page, operator, site }) => {
  await site.query(
    `INSERT INTO taken_down_media (cause, owner_id, is_upheld) SELECT 'deleted', 1, true FROM generate_series(1, 51)`,
  )
  await operator.open('/adm/removed-items')
  const rows = page.getByRole('grid', { name: 'Removed items' }).getByRole('row')
  await expect(rows).toHaveCount(51)
  await page.getByRole('link', { name: 'Next' }).press('Enter')
  await expect(rows).toHaveCount(2)
  await expect(page.getByText('51 items')).toBeVisible()
  await page.getByRole('combobox', { name: 'Why' }).selectOption('Deleted by you')
  await expect(rows).toHaveCount(51)
  await expect(page).toHaveURL('/adm/removed-items?cause=deleted')
})
