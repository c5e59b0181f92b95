import { expectAccessible } from './accessible.ts'
import { mediaScreen } from './admin-media-screen.ts'
import { expect, test } from './fixtures.ts'
import { holdCalls } from './held-calls.ts'
import { seedPhotos } from './seeded-collection.ts'

test('a list that takes long says so until it is there, the old one as well as none', { tag: '@phone' }, async ({
  page,
  operator,
  site,
}) => {
  await seedPhotos(page, site, 2)
  const note = page.getByText('Still loading…')
  const beginning = await holdCalls(page, '**/api/admin/media?*')
  await operator.open('/adm/media')
  const screen = mediaScreen(page)
  await expect(note).toBeVisible()
  await expectAccessible(page)
  beginning.release()
  await expect(screen.cards).toHaveCount(2)
  await expect(note).toBeHidden()

  const ordering = await holdCalls(page, '**/api/admin/media?*')
  await screen.sort.selectOption('Votes')
  await expect(note).toBeVisible()
  await expect(screen.cards).toHaveCount(2)
  ordering.release()
  await expect(note).toBeHidden()
})
