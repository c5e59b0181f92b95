import { expect, test } from '../support/fixtures.ts'
import { addReported } from '../support/operator-rows.ts'
import { queueScreen } from '../support/operator-screens.ts'
import { showPictures } from '../support/seeded-collection.ts'

test.beforeEach(({ page }) => showPictures(page))

test("pauses the buttons after another operator's decision moves the cards", async ({
  page,
  operator,
  site,
  visitor,
}) => {
  const [first, second] = await addReported(site, await visitor(), { names: ['first.jpg', 'second.jpg'] })
  const queue = queueScreen(page)
  await page.clock.install()
  await operator.open('/adm/queue')
  await expect(queue.cards).toHaveCount(2)
  await page.clock.pauseAt(Date.now() + 60_000)
  const { headers } = operator
  await page.request.post(`/api/admin/reports/${first}`, { headers, data: { decision: 'keep' } })
  const keep = queue.card(`Reports of media #${second}`).getByRole('button', { name: /^Keep/ })
  // Short steps, because the next poll starts five seconds after the last answer and the pause takes one.
  const isDisabled = async () => {
    await page.clock.runFor(250)
    return keep.isDisabled()
  }
  await expect.poll(isDisabled).toBe(true)
  await expect(queue.cards).toHaveCount(1)
  await page.clock.runFor(1000)
  await expect(keep).toBeEnabled()
})

test('undoes one decision after another', async ({ page, operator, site, visitor }) => {
  const [first, second] = await addReported(site, await visitor(), { names: ['first.jpg', 'second.jpg'] })
  const queue = queueScreen(page)
  await operator.open('/adm/queue')
  await expect(queue.cards).toHaveCount(2)
  for (const id of [first, second]) {
    await expect(queue.current).toHaveAccessibleName(`Reports of media #${id}`)
    await page.keyboard.press('a')
    await expect(queue.card(`Reports of media #${id}`)).toHaveCount(0)
  }
  await expect(queue.done).toHaveText('second.jpg was kept.')
  await queue.undo.click()
  await expect(queue.done).toContainText('first.jpg was kept.')
  await queue.undo.click()
  await expect(queue.cards).toHaveCount(2)
  await expect(queue.undo).toHaveCount(0)
})

test('ends the selection with its decision', async ({ page, operator, site, visitor }) => {
  await addReported(site, await visitor(), { names: ['first.jpg', 'second.jpg', 'third.jpg'] })
  const queue = queueScreen(page)
  await operator.open('/adm/queue')
  const keep = queue.cards.nth(2).getByRole('button', { name: /^Keep/ })
  await expect(keep).toBeEnabled()
  for (const n of [0, 1]) await queue.cards.nth(n).getByRole('checkbox').check()
  await expect(keep).toBeDisabled()
  const selection = page.getByRole('region', { name: 'Selection' })
  await selection.getByRole('button', { name: 'Remove' }).click()
  await expect(queue.cards).toHaveCount(1)
  await queue.undo.click()
  await expect(queue.cards).toHaveCount(3)
  await expect(selection).toHaveCount(0)
})

test('selects the first report that arrives in an empty queue', async ({ page, operator, site, visitor }) => {
  const queue = queueScreen(page)
  await operator.open('/adm/queue')
  await expect(queue.main).toContainText('All caught up')
  const [first] = await addReported(site, await visitor(), { names: ['first.jpg'] })
  await expect(queue.current).toHaveAccessibleName(`Reports of media #${first}`)
  await page.keyboard.press('a')
  await expect(queue.done).toHaveText('first.jpg was kept.')
})
