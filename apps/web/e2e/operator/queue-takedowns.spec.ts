import { JOBS } from '../../../api/test/app/job-table.ts'
import { allAnswered } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { addReported, addTakedown } from '../support/operator-rows.ts'
import { queueScreen } from '../support/operator-screens.ts'
import { seedMedia, showPictures } from '../support/seeded-collection.ts'

test.beforeEach(({ page }) => showPictures(page))

test('decides takedowns by key and puts an undone one back in its place', async ({ page, operator, site }) => {
  await seedMedia(site, 1)
  const [{ id: item } = { id: 0 }] = await site.query<{ id: number }>('SELECT id::int FROM media')
  const [late, about] = [await addTakedown(site, { hours: 50 }), await addTakedown(site, { hours: 1, mediaId: item })]
  const queue = queueScreen(page)
  await operator.open('/adm/queue')
  await expect(queue.current).toHaveAccessibleName(`Takedown request #${late}`)
  for (const [key, done] of [
    ['m', 'is marked as reviewed'],
    ['x', 'was rejected'],
    ['s', 'was resolved'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(queue.done).toContainText(`Request #${late} ${done}`)
    await page.keyboard.press('z')
    await expect(queue.undo).toBeHidden()
    await expect(queue.current).toHaveAccessibleName(`Takedown request #${late}`)
    await expect(queue.cards.first()).toContainText('overdue by')
  }

  await page.request.delete(`/api/admin/media/${item}`, { headers: operator.headers })
  await expect(queue.card(`Takedown request #${about}`)).toContainText('The item is deleted')
  await page.keyboard.press('j')
  await page.keyboard.press('s')
  const question = page.getByRole('alertdialog', { name: `Resolve, and delete media #${item} for good?` })
  await expect(question).toContainText(
    'item-0001.jpg of SunnyOtter42 is in the trash. It and its 1 vote will be deleted',
  )
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(queue.done).toHaveText(`Request #${about} was resolved, and its item deleted for good.`)
  await expect(queue.undo).toBeHidden()
  expect(await site.query(`SELECT id FROM media WHERE status = 'trashed'`)).toEqual([])
})

test('sends no legal email by the key that keeps a report', async ({ page, operator, site, visitor }) => {
  await addReported(site, await visitor(), { names: ['beach.jpg'] })
  const claim = await addTakedown(site)
  const queue = queueScreen(page)
  await operator.open('/adm/queue')
  const card = queue.card(`Takedown request #${claim}`)
  await expect(card).toContainText('closed it without removing anything from HotVote')
  await expect(card).toContainText('https://elsewhere.example/1')
  await expect(queue.current).toHaveAccessibleName(/^Reports/)
  await page.keyboard.press('a')
  await expect(queue.current).toHaveAccessibleName(`Takedown request #${claim}`)
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await allAnswered(page)
  expect(await site.query('SELECT status FROM takedowns')).toEqual([{ status: 'pending' }])
  await page.keyboard.press('x')
  await expect(queue.done).toContainText('e-mailed in 30 seconds, unless you undo it')
  const mails = () => site.query(`SELECT key FROM ${JOBS} WHERE key LIKE 'mail:takedown-%'`)
  expect(await mails()).toHaveLength(1)
  await page.keyboard.press('z')
  await expect(queue.done).toContainText('Before that: beach.jpg was kept.')
  expect(await mails()).toEqual([])
})
