import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { mediaScreen } from '../support/admin-media-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectLoaded } from '../support/loaded-picture.ts'
import { photo } from '../support/made-media.ts'
import { expectKeyboardIn } from '../support/rate-screen.ts'
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
    restore: (name: string) => main.getByRole('button', { name: `Restore ${name}` }),
    erase: (name: string) => main.getByRole('button', { name: `Delete for good ${name}` }),
    preview: (name: string) => main.getByRole('button', { name: `Preview of ${name}` }),
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

test('what was deleted lies in the trash with its picture, and comes back', { tag: '@phone' }, async ({
  page,
  operator,
  visitor,
}) => {
  const owner = await visitor()
  await owner.upload(await photo('beach.jpg'))
  await operator.open('/adm/media')
  const library = mediaScreen(page)
  await library.remove('beach.jpg').click()
  await library.question.getByRole('button', { name: 'Delete image' }).click()
  await expect(library.cards).toHaveCount(0)
  await library.main.getByRole('link', { name: 'Trash' }).click()
  const screen = trashScreen(page)
  await expect(screen.card('beach.jpg')).toContainText('Deleted by you')
  await expect(screen.card('beach.jpg')).toContainText('Gone for good in 7 days')
  const picture = screen.card('beach.jpg').locator('img[src^="blob:"]')
  await expectLoaded(picture)
  await expectAccessible(page)
  await screen.preview('beach.jpg').click()
  await expect(screen.dialog.getByRole('img', { name: 'beach.jpg' })).toBeVisible()
  await expectKeyboardIn(screen.dialog)
  await page.keyboard.press('Escape')
  await screen.restore('beach.jpg').click()
  await expect(screen.toast).toContainText('Restored')
  await expect(page.getByText('The trash is empty')).toBeVisible()
  await expectAccessible(page)
  await screen.main.getByRole('link', { name: 'Media' }).click()
  await expect(library.card('beach.jpg')).toBeVisible()
})

test('erases one item or all of them after a question', async ({ page, operator, site }) => {
  await seedPhotos(page, site, 4)
  await site.query(`UPDATE media SET status = 'trashed', position = NULL, trashed_by = 'owner',
    trashed_at = now() - substr(original_name, 6, 4)::int * interval '1 minute' WHERE original_name <> 'item-0004.jpg'`)
  await showTrashed(page)
  await operator.open('/adm/trash')
  const screen = trashScreen(page)
  await expect(screen.cards.first()).toContainText('Deleted by its owner')
  await screen.erase('item-0002.jpg').click()
  await expect(screen.question).toContainText('“item-0002.jpg” by SunnyOtter42 will be gone for good')
  await screen.question.getByRole('button', { name: 'Delete for good' }).click()
  await expect(screen.toast).toContainText('Deleted for good')
  await expect(screen.cards).toHaveCount(2)
  await site.query(`UPDATE media SET status = 'trashed', position = NULL, trashed_by = 'owner', trashed_at = now()
    WHERE original_name = 'item-0004.jpg'`)
  await screen.empty.click()
  await expect(screen.question).toContainText('2 items will be gone for good')
  await screen.question.getByRole('button', { name: 'Delete 2 items for good' }).click()
  await expect(screen.toast).toContainText('Deleted 2 items for good')
  await expect(screen.cards).toHaveText([/item-0004\.jpg/])
  await screen.empty.press('Enter')
  await screen.question.getByRole('button', { name: 'Delete 1 item for good' }).press('Enter')
  await expect(screen.toast).toContainText('Deleted 1 item for good')
  await expect(page.getByText('The trash is empty')).toBeVisible()
  expect(await site.query(`SELECT id FROM media WHERE status = 'trashed'`)).toEqual([])
})

test('restores all that match', async ({ page, operator, site }) => {
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
  await screen.main.getByRole('combobox', { name: 'Deleted by' }).selectOption('Its owner')
  await expect(page.getByText('Nothing found in the trash')).toBeVisible()
  expect(await site.query(`SELECT count(*)::int AS n FROM media WHERE status = 'ready'`)).toEqual([{ n: 3 }])
})

test('what is slow or fails says so: a preview, a restoration, a deletion for good, an emptying', async ({
  page,
  operator,
  site,
  problems,
}) => {
  problems.expect(/^503 .*\/api\/admin\/trash\/\d+/, /ERR_FAILED/)
  await seedPhotos(page, site, 3)
  await trashAll(site)
  await showTrashed(page)
  const { buffer } = await photo('any.jpg', { width: 480, height: 360 })
  const sent = Promise.withResolvers<void>()
  let calls = 0
  await page.route('**/api/admin/trash/*/original', async (route) => {
    calls += 1
    await sent.promise
    await route.fulfill({ contentType: 'image/jpeg', body: buffer })
  })
  await operator.open('/adm/trash')
  const screen = trashScreen(page)
  const loading = screen.card('item-0001.jpg').getByText('Loading the file…')
  await screen.preview('item-0001.jpg').click()
  await expect(loading).toBeVisible()
  await expectAccessible(page)
  await screen.preview('item-0001.jpg').click()
  sent.resolve()
  await expect(screen.dialog.getByRole('img', { name: 'item-0001.jpg' })).toBeVisible()
  await expect(loading).toHaveCount(0)
  expect(calls).toBe(1)
  await page.keyboard.press('Escape')

  const error = 'The media store does not answer.'
  await page.route('**/api/admin/trash/*/restore', (route) =>
    route.fulfill({ status: 503, json: { error, message: error } }),
  )
  await screen.restore('item-0001.jpg').click()
  await expect(screen.toast).toContainText(error)
  await expect(screen.cards).toHaveCount(3)

  await page.route('**/api/admin/trash/*', async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback()
    await route.fetch()
    await route.abort()
  })
  await screen.erase('item-0002.jpg').click()
  await screen.question.getByRole('button', { name: 'Delete for good' }).click()
  await expect(screen.toast).toContainText("We couldn't confirm the change")
  await expect(screen.cards).toHaveCount(2)

  /** From now on, operations of this kind have this outcome when polled. */
  const endingAs = (kind: string, end: object) =>
    page.route(`**/api/admin/operations/${kind}`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), ...end } })
    })
  await endingAs('restore-media', {
    status: 'stopped',
    result: { message: 'Restored 1 item', restored: 1, errors: [] },
  })
  await screen.main.getByRole('button', { name: 'Restore all' }).click()
  await screen.question.getByRole('button', { name: 'Restore 2 items' }).click()
  await expect(screen.toast).toHaveText('StoppedRestored 1 item')
  await expect.poll(() => site.query('SELECT status FROM operations')).toEqual([{ status: 'done' }])
  await site.query(`UPDATE media SET status = 'trashed', position = NULL, trashed_by = 'operator', trashed_at = now()
    WHERE status = 'ready'`)
  await page.reload()
  await expect(screen.cards).toHaveCount(2)

  const result = { message: 'Deleted 1 item for good', erased: 1 }
  await endingAs('empty-trash', { status: 'failed', result, error })
  await screen.empty.click()
  await screen.question.getByRole('button', { name: 'Delete 2 items for good' }).click()
  await expect(screen.toast).toContainText(`Deleted 1 item for good. ${error}`)
  await page.unrouteAll({ behavior: 'wait' })
})

test('leads through pages of 60 deleted items', async ({ page, operator, site }) => {
  await seedPhotos(page, site, 61)
  await trashAll(site)
  await showTrashed(page)
  await operator.open('/adm/trash')
  const screen = trashScreen(page)
  await expect(screen.cards).toHaveCount(60)
  await screen.main.getByRole('link', { name: 'Next' }).press('Enter')
  await expect(screen.cards).toHaveCount(1)
  await expect(page.getByText('61 items')).toBeVisible()
  await screen.cards.getByRole('button', { name: /^Restore/ }).press('Enter')
  await expect(page.getByText('Nothing left on this page')).toBeVisible()
  await expectAccessible(page)
  await screen.main.getByRole('link', { name: 'Previous' }).press('Enter')
  await expect(screen.cards).toHaveCount(60)
})

test('undo takes back what was deleted, not what the owner had', async ({ page, operator, site }) => {
  await seedPhotos(page, site, 4)
  const screen = mediaScreen(page)
  await operator.open('/adm/media')
  await screen.choosePage.click()
  await site.query(
    `UPDATE media SET status = 'trashed', position = NULL, trashed_by = 'owner', trashed_at = now()
     WHERE original_name IN ('item-0003.jpg', 'item-0004.jpg')`,
  )
  await screen.main.getByRole('button', { name: 'Delete 4 items' }).click()
  await screen.question.getByRole('button', { name: 'Delete 4 items' }).click()
  await screen.toast.getByRole('button', { name: 'Undo' }).click()
  await expect(screen.toast).toHaveText('RestoredRestored 2 items')
  const owned = `SELECT original_name AS name FROM media WHERE trashed_by = 'owner' ORDER BY id`
  expect(await site.query(owned)).toEqual([{ name: 'item-0003.jpg' }, { name: 'item-0004.jpg' }])
})

test('undo at once, and from the trash', async ({ page, operator, site }) => {
  await seedPhotos(page, site, 2)
  await showTrashed(page)
  const library = mediaScreen(page)
  const screen = trashScreen(page)
  const remove = async (name: string) => {
    await library.remove(name).click()
    await library.question.getByRole('button', { name: 'Delete image' }).click()
    // Toasts stay while the mouse is over them.
    await screen.toast.getByRole('button', { name: 'Undo' }).hover()
  }
  await operator.open('/adm/media')
  await remove('item-0002.jpg')
  await expect(library.cards).toHaveCount(1)
  await screen.toast.getByRole('button', { name: 'Undo' }).click()
  await expect(screen.toast).toContainText('Restored')
  await expect(library.card('item-0002.jpg')).toBeVisible()
  await expect(library.tile('Total Media')).toContainText('2')

  await remove('item-0002.jpg')
  await library.main.getByRole('link', { name: 'Trash' }).press('Enter')
  await expect(screen.card('item-0002.jpg')).toBeVisible()
  await screen.toast.getByRole('button', { name: 'Undo' }).click()
  await expect(screen.toast).toContainText('Restored')
  await expect(page.getByText('The trash is empty')).toBeVisible()
})

test('disables actions on all matches until the new matches are loaded', async ({ page, operator, site }) => {
  await seedPhotos(page, site, 3)
  await trashAll(site)
  await showTrashed(page)
  await page.clock.install()
  await operator.open('/adm/trash')
  const screen = trashScreen(page)
  await expect(screen.cards).toHaveCount(3)
  await page.clock.pauseAt(Date.now() + 600_000)
  await page.getByRole('searchbox', { name: 'Search' }).fill('item-0002')
  await expect(screen.empty).toHaveAttribute('aria-disabled', 'true')
  await page.clock.resume()
  await expect(screen.cards).toHaveCount(1)
  await page.getByRole('button', { name: 'Delete all that match for good' }).click()
  await expect(screen.question).toContainText('1 item that match')
})
