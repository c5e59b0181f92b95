import { expectAccessible } from './accessible.ts'
import { addReported, queueScreen } from './admin-queue-screen.ts'
import { expect, test } from './fixtures.ts'
import { ownFontIsThere } from './own-font.ts'
import { seedMedia, showPictures } from './seeded-collection.ts'
import { uncountedDoubleTap } from './uncounted-taps.ts'

test.beforeEach(({ page }) => showPictures(page))

test('what comes in above, or is decided on elsewhere, moves no card', async ({ page, operator, site, visitor }) => {
  const owner = await visitor()
  const [first, second, third, fourth] = await addReported(site, owner, {
    names: ['first.jpg', 'second.jpg', 'third.jpg', 'fourth.jpg'],
  })
  await seedMedia(site, 1)
  const [item] = await site.query<{ id: number }>('SELECT max(id)::int AS id FROM media')
  const queue = queueScreen(page)
  const card = (id: number | undefined) => queue.card(`Reports of media #${id}`)
  const keep = (id: number | undefined) => card(id).getByRole('button', { name: /^Keep/ })
  await operator.open('/adm/queue')
  await expect(queue.cards).toHaveCount(4)
  await ownFontIsThere(page)
  const places = () => Promise.all([first, third, fourth].map((id) => card(id).boundingBox()))
  const before = await places()

  const other = await visitor()
  await other.report(item?.id ?? 0, 'illegal')
  await expect(queue.letIn(1)).toBeVisible()
  const elsewhere = await page.request.post(`/api/admin/reports/${second}`, {
    headers: operator.headers,
    data: { decision: 'keep' },
  })
  expect(elsewhere.status()).toBe(200)
  await expect(card(second)).toContainText('It waits no longer')
  await expect(keep(second)).toBeHidden()
  expect(await places()).toEqual(before)
  await expectAccessible(page)

  // What one decides oneself moves the list, and takes along what waits no longer.
  await keep(third).click()
  await expect(queue.done).toHaveText('third.jpg stays.')
  await expect(queue.cards).toHaveCount(2)
  await queue.undo.click()
  await expect(queue.cards).toHaveCount(3)
  await expect(queue.current).toHaveAccessibleName(`Reports of media #${third}`)
  await queue.letIn(1).click()
  const names = [item?.id, first, third, fourth].map((id) => `Reports of media #${id}`)
  for (const [at, name] of names.entries()) await expect(queue.cards.nth(at)).toHaveAccessibleName(name)
})

test('what somebody else took back, or decided anew, cannot be taken back', async ({
  page,
  operator,
  site,
  visitor,
  problems,
}) => {
  problems.expect(/^409 /)
  const [item] = await addReported(site, await visitor(), { names: ['beach.jpg', 'other.jpg'] })
  const queue = queueScreen(page)
  await operator.open('/adm/queue')
  await queue.card(`Reports of media #${item}`).getByRole('button', { name: /^Keep/ }).click()
  await expect(queue.done).toHaveText('beach.jpg stays.')
  const decideElsewhere = async (decision: 'keep' | 'reopen') => {
    const answer = await page.request.post(`/api/admin/reports/${item}`, {
      headers: operator.headers,
      data: { decision },
    })
    expect(answer.status()).toBe(200)
  }
  await decideElsewhere('reopen')
  await queue.undo.click()
  await expect(page.getByText('There is no decision to take back.').first()).toBeVisible()
  await expect(queue.undo).toBeHidden()
  await expect(queue.done).toBeEmpty()
  const card = queue.card(`Reports of media #${item}`)
  await expect(card).toBeVisible()

  // Decided anew, it looks as one's own decision has left it.
  await card.getByRole('button', { name: /^Keep/ }).click()
  await expect(queue.done).toHaveText('beach.jpg stays.')
  await decideElsewhere('reopen')
  await decideElsewhere('keep')
  await queue.undo.press('Enter')
  await expect(page.getByText('This decision was taken back or made anew meanwhile.').first()).toBeVisible()
  await expect(queue.undo).toBeHidden()
  await expect(queue.done).toBeEmpty()
  await expect(queue.cards).toHaveCount(1)
  await expect(queue.current).toBeFocused()
  const waiting = await site.query('SELECT FROM reported_media WHERE media_id = $1 AND decided_at IS NULL', [item])
  expect(waiting).toEqual([])
})

test('a double tap decides on one entry, and not on the next one in its place', async ({
  page,
  operator,
  site,
  visitor,
}) => {
  const [first, second, third] = await addReported(site, await visitor(), {
    names: ['first.jpg', 'second.jpg', 'third.jpg'],
  })
  const queue = queueScreen(page)
  const keep = (id: number | undefined) => queue.card(`Reports of media #${id}`).getByRole('button', { name: /^Keep/ })
  const decided: string[] = []
  page.on('request', (request) => request.method() === 'POST' && decided.push(new URL(request.url()).pathname))
  await operator.open('/adm/queue')
  const tap = await uncountedDoubleTap(keep(first))
  await tap.half(0, keep(first))
  await expect(queue.cards).toHaveCount(2)
  await expect(keep(second)).toBeEnabled()
  await tap.half(1, keep(second))
  await keep(third).click()
  await expect(queue.done).toHaveText('third.jpg stays.')
  expect(decided).toEqual([`/api/admin/reports/${first}`, `/api/admin/reports/${third}`])
})
