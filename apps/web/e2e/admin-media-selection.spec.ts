import { mediaScreen } from './admin-media-screen.ts'
import { expect, test } from './fixtures.ts'
import { seedPhotos } from './seeded-collection.ts'

test('Shift-click selects all between, on the box and on the picture', async ({ page, operator, site }) => {
  await seedPhotos(page, site, 6)
  const screen = mediaScreen(page)
  await operator.open('/adm/media')
  await screen.select('item-0006.jpg').click()
  await screen.select('item-0004.jpg').click({ modifiers: ['Shift'] })
  await expect(screen.main.getByRole('button', { name: 'Delete 3 items' })).toBeVisible()
  await screen.preview('item-0002.jpg').click({ modifiers: ['Shift'] })
  await expect(screen.dialog).toBeHidden()
  await expect(screen.main.getByRole('button', { name: 'Delete 5 items' })).toBeVisible()
  await expect(screen.select('item-0001.jpg')).not.toBeChecked()
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
