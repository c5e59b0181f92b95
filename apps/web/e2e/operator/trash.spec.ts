import type { Page } from '@playwright/test'
import { holdCalls } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { photo } from '../support/made-media.ts'
import { mediaScreen } from '../support/operator-screens.ts'
import { expectLoaded } from '../support/rendering.ts'
import type { Site } from '../support/running-site.ts'
import { seedPhotos } from '../support/seeded-collection.ts'

const trashScreen = (page: Page) => {
  const { main, question, toast, dialog } = mediaScreen(page)
  const cards = main.getByRole('list', { name: 'Trash' }).getByRole('listitem')
  return {
    main,
    question,
    toast,
    dialog,
    cards,
    card: (name: string) => cards.filter({ hasText: name }),
    empty: main.getByRole('button', { name: 'Empty the trash' }),
  }
}

/** Serves this photo for every thumbnail, since seeded items have no files. */
const showTrashed = async (page: Page) => {
  const { buffer } = await photo('any.jpg', { width: 480, height: 360 })
  await page.route('**/api/admin/trash/*/thumbnail', (route) =>
    route.fulfill({ contentType: 'image/jpeg', body: buffer }),
  )
}

const trashAll = (site: Site) =>
  site.query(`UPDATE media SET status = 'trashed', position = NULL, trashed_by = 'operator', trashed_at = now()`)

test('shows a deleted item with its picture and restores it', async ({ page, operator, visitor }) => {
  await (await visitor()).upload(await photo('beach.jpg'))
  await operator.open('/adm/media')
  const library = mediaScreen(page)
  await library.remove('beach.jpg').click()
  await library.question.getByRole('button', { name: 'Delete image' }).click()
  await expect(library.cards).toHaveCount(0)
  await library.main.getByRole('link', { name: 'Trash' }).click()
  const screen = trashScreen(page)
  await expect(screen.card('beach.jpg')).toContainText('Deleted by you')
  await expect(screen.card('beach.jpg')).toContainText('Gone for good in 7 d')
  await expectLoaded(screen.card('beach.jpg').locator('img[src^="blob:"]'))
  await screen.main.getByRole('button', { name: 'Preview of beach.jpg' }).click()
  await expect(screen.dialog.getByRole('img', { name: 'beach.jpg' })).toBeVisible()
  await page.keyboard.press('Escape')
  await screen.main.getByRole('button', { name: 'Restore beach.jpg' }).click()
  await expect(screen.toast).toContainText('Restored')
  await expect(page.getByText('The trash is empty')).toBeVisible()
  await screen.main.getByRole('link', { name: 'Media' }).click()
  await expect(library.card('beach.jpg')).toBeVisible()
})

test('erases one item or all listed items after a confirmation', async ({ page, operator, site, problems }) => {
  problems.expect(/ERR_FAILED/)
  await seedPhotos(page, site, 4)
  await site.query(`UPDATE media SET status = 'trashed', position = NULL, trashed_by = 'operator', trashed_at = now()
    WHERE original_name <> 'item-0004.jpg'`)
  await showTrashed(page)
  await operator.open('/adm/trash')
  const screen = trashScreen(page)
  const erase = async (name: string) => {
    await screen.main.getByRole('button', { name: `Delete for good ${name}` }).click()
    await expect(screen.question).toContainText(`“${name}” by SunnyOtter42 will be gone for good`)
    await screen.question.getByRole('button', { name: 'Delete for good' }).click()
  }
  await erase('item-0002.jpg')
  await expect(screen.toast).toContainText('Deleted for good')
  await expect(screen.cards).toHaveCount(2)
  await page.route('**/api/admin/trash/*', async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback()
    await route.fetch()
    await route.abort()
  })
  await erase('item-0003.jpg')
  await expect(screen.toast).toContainText("We couldn't confirm the change")
  await expect(screen.cards).toHaveCount(1)

  await site.query(`UPDATE media SET status = 'trashed', position = NULL, trashed_by = 'owner', trashed_at = now()
    WHERE original_name = 'item-0004.jpg'`)
  await screen.empty.click()
  await screen.question.getByRole('button', { name: 'Delete 1 item for good' }).click()
  await expect(screen.toast).toContainText('Deleted 1 item for good')
  await expect(screen.cards).toHaveText([/Deleted by its owner.*item-0004\.jpg|item-0004\.jpg.*Deleted by its owner/s])
})

test('restores or erases all matching items once they are loaded', async ({ page, operator, site }) => {
  await seedPhotos(page, site, 12)
  await trashAll(site)
  await showTrashed(page)
  await operator.open('/adm/trash?search=item-001')
  const screen = trashScreen(page)
  await expect(screen.cards).toHaveCount(3)
  await screen.main.getByRole('button', { name: 'Restore all that match' }).click()
  await expect(screen.question).toContainText('3 items that match will be shown to visitors again, with all votes.')
  await screen.question.getByRole('button', { name: 'Restore 3 items' }).click()
  await expect(screen.toast).toContainText('Restored 3 items')
  await expect(page.getByText('Nothing found in the trash')).toBeVisible()
  await screen.main.getByRole('button', { name: 'Show all' }).click()
  await expect(screen.cards).toHaveCount(9)
  expect(await site.query(`SELECT count(*)::int AS n FROM media WHERE status = 'ready'`)).toEqual([{ n: 3 }])

  const calls = await holdCalls(page, '**/api/admin/trash?*')
  await page.getByRole('searchbox', { name: 'Search' }).fill('item-0002')
  await expect(screen.empty).toHaveAttribute('aria-disabled', 'true')
  calls.release()
  await page.getByRole('button', { name: 'Delete all that match for good' }).click()
  await expect(screen.question).toContainText('1 item that match')
})
