import { expectAccessible } from '../support/accessible.ts'
import { mediaScreen } from '../support/admin-media-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { holdCalls } from '../support/held-calls.ts'
import { seedPhotos } from '../support/seeded-collection.ts'

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
