import { expect, test } from '../support/fixtures.ts'
import { photo } from '../support/made-media.ts'
import { queueScreen } from '../support/operator-screens.ts'

test('refuses copies of a removed item until the operator allows it again', async ({ page, operator, visitor }) => {
  const [owner, other] = [await visitor(), await visitor()]
  const file = await photo('beach.jpg', { width: 480, height: 360 })
  const { id } = await owner.upload(file)
  await other.report(id, 'illegal')
  await operator.open('/adm/queue')
  const queue = queueScreen(page)
  await queue.card(`Reports of media #${id}`).getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(queue.done).toContainText('beach.jpg was removed.')
  await expect(other.upload(file)).rejects.toThrow('This was removed by the operator of this site')

  await operator.open('/adm/removed-items')
  const row = page.getByRole('grid', { name: 'Removed items' }).getByRole('row').filter({ hasText: 'beach.jpg' })
  await expect(row).toContainText('Reported, removed by you')
  await expect(row).toContainText(owner.username)
  await expect(row.getByRole('img', { name: 'Removed: beach.jpg' })).toBeVisible()
  await row.getByRole('button', { name: 'Allow again: beach.jpg' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Allow again' }).click()
  await expect(page.getByRole('main')).toContainText('No removed items')
  await other.upload(file)
})
