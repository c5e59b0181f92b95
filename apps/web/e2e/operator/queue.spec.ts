import { expect, test } from '../support/fixtures.ts'
import { addLookAlike, addOutlier, addReported, addTakedown } from '../support/operator-rows.ts'
import { queueScreen, stopPolling } from '../support/operator-screens.ts'
import { expectKeyboardIn } from '../support/rate-screen.ts'
import type { Site } from '../support/running-site.ts'
import { seedMedia, showPictures } from '../support/seeded-collection.ts'

const shownItems = async (site: Site) => {
  const rows = await site.query<{ id: string }>('SELECT id FROM media WHERE position IS NOT NULL ORDER BY id')
  return rows.map(({ id }) => Number(id))
}
const hide = async (site: Site, id: number | undefined) => {
  await site.query('UPDATE reported_media SET is_hidden = true WHERE media_id = $1', [id])
  await site.query('UPDATE media SET position = NULL WHERE id = $1', [id])
}

test.beforeEach(({ page }) => showPictures(page))

test('lists all waiting entries, urgent first, and counts them in menu and title', async ({
  page,
  operator,
  site,
  visitor,
}) => {
  const owner = await visitor()
  const [beach] = await addReported(site, owner, { names: ['beach.jpg'] })
  const [urgent] = await addReported(site, owner, { names: ['urgent.jpg'], reason: 'illegal' })
  await hide(site, urgent)
  const again = await addLookAlike(site, owner, 'again.jpg')
  const claim = await addTakedown(site, { mediaId: beach })
  await addOutlier(site, owner, 'HastyHare12')
  const queue = queueScreen(page)
  await operator.open('/adm/queue')
  await expect(queue.cards).toHaveCount(4)
  await expect(queue.cards.nth(0)).toHaveAccessibleName(`Reports of media #${urgent}`)
  for (const text of ['Hidden until you decide', '1 × Minor or illegal', 'due in'])
    await expect(queue.cards.nth(0)).toContainText(text)
  await expect(queue.cards.nth(1)).toHaveAccessibleName(`Reports of media #${beach}`)
  await expect(queue.cards.nth(1)).toContainText(`Uploaded by ${owner.username}`)
  await expect(queue.card(`Look-alike media #${again}`)).toBeVisible()
  await expect(queue.card(`Takedown request #${claim}`)).toContainText('Ada Example for Example Pictures Ltd')
  await expect(page).toHaveTitle('(4) Queue · HotVote admin')
  await queue.next.click()
  await expect(queue.card('Outlier HastyHare12: Too fast to look')).toContainText('30 votes')
  await page.goto('/adm/health')
  await expect(page).toHaveTitle(/^\(4\) Health/)
  await page.getByRole('link', { name: 'Queue 4 waiting', exact: true }).click()
  await expect(page).toHaveURL('/adm/queue')
})

test('walks, decides and undoes by keys alone', async ({ page, operator, site, visitor }) => {
  const owner = await visitor()
  const [first = 0, second = 0, third = 0] = await addReported(site, owner, {
    names: ['first.jpg', 'second.jpg', 'third.jpg'],
  })
  await hide(site, first)
  const queue = queueScreen(page)
  const expectCurrent = (id: number) => expect(queue.current).toHaveAccessibleName(`Reports of media #${id}`)
  await operator.open('/adm/queue')
  await expectCurrent(first)
  await page.keyboard.press('j')
  await expectCurrent(second)
  await expect(queue.current).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('a')
  await expect(queue.done).toHaveText('first.jpg is shown again.')
  await expectCurrent(second)
  await expect(queue.badge).toHaveAccessibleName('Queue 2 waiting')
  expect(await shownItems(site)).toEqual([first, second, third])
  await page.keyboard.press('z')
  await expectCurrent(first)
  expect(await shownItems(site)).toEqual([second, third])

  await page.keyboard.press('j')
  await page.keyboard.press('d')
  const question = page.getByRole('alertdialog', { name: `Remove media #${second}?` })
  await expectKeyboardIn(question)
  await page.keyboard.press('a')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expectCurrent(second)
  await page.keyboard.press('d')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(queue.done).toHaveText('second.jpg was removed.')
  await expectCurrent(third)
  await expect(queue.undo).toBeHidden()
  await expect(queue.main.getByRole('link', { name: 'Restore it from the trash' })).toHaveAttribute(
    'href',
    '/adm/trash',
  )
  expect(await shownItems(site)).toEqual([third])
})

test('decides on look-alikes and outliers, and undoes a dismissal', async ({ page, operator, site, visitor }) => {
  const owner = await visitor()
  const again = await addLookAlike(site, owner, 'again.jpg')
  await addOutlier(site, owner, 'HastyHare12')
  const queue = queueScreen(page)
  const question = page.getByRole('alertdialog')
  await operator.open('/adm/queue')
  await queue
    .card(`Look-alike media #${again}`)
    .getByRole('button', { name: /^Publish/ })
    .click()
  await question.getByRole('button', { name: 'Publish' }).click()
  await expect(queue.done).toHaveText('again.jpg was published.')
  expect(await shownItems(site)).toEqual([again])

  await queue.next.click()
  const outlier = queue.card('Outlier HastyHare12: Too fast to look')
  await outlier.getByRole('button', { name: /^Dismiss for now/ }).click()
  await expect(queue.cards).toHaveCount(0)
  await queue.undo.click()
  await outlier.getByRole('button', { name: /^Set aside/ }).click()
  await question.getByRole('button', { name: 'Set aside' }).click()
  await expect(queue.done).toHaveText('HastyHare12: the votes were set aside.')
  await expect(queue.cards).toHaveCount(0)
})

test('keeps the current entry when an urgent one arrives above', async ({ page, operator, site, visitor }) => {
  const [, second] = await addReported(site, await visitor(), { names: ['first.jpg', 'second.jpg'] })
  await seedMedia(site, 1)
  const [item] = await site.query<{ id: number }>('SELECT max(id)::int AS id FROM media')
  const queue = queueScreen(page)
  await operator.open('/adm/queue')
  await expect(queue.cards).toHaveCount(2)
  await page.keyboard.press('j')
  await expect(queue.current).toHaveAccessibleName(`Reports of media #${second}`)
  await (await visitor()).report(item?.id ?? 0, 'illegal')
  await expect(queue.cards.nth(0)).toHaveAccessibleName(`Reports of media #${item?.id}`)
  await expect(queue.current).toHaveAccessibleName(`Reports of media #${second}`)
})

test('says when reports were decided elsewhere, and saves when they hide', async ({
  page,
  operator,
  site,
  visitor,
  problems,
}) => {
  problems.expect(/^409 /)
  const [item] = await addReported(site, await visitor(), { names: ['beach.jpg'] })
  const queue = queueScreen(page)
  await operator.open('/adm/queue')
  await expect(queue.cards).toHaveCount(1)
  await stopPolling(page)
  const { headers } = operator
  await page.request.post(`/api/admin/reports/${item}`, { headers, data: { decision: 'keep' } })
  await queue.current.getByRole('button', { name: /^Keep/ }).click()
  await expect(page.getByText('These reports were already handled.').first()).toBeVisible()
  await expect(queue.main).toContainText('All caught up')

  const field = page.getByRole('spinbutton', { name: 'Reports that hide an item' })
  await expect(field).toHaveValue('3')
  await field.fill('0')
  await page.getByRole('button', { name: 'Save Configuration' }).click()
  await expect(page.getByText('Configuration Updated').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Hide Reported Items' })).toContainText('Never')
})

/** Adds a surge of 312 visitors, three of whom cast four votes on two items. */
const addSurge = async (site: Site) => {
  await seedMedia(site, 2)
  await site.query(
    `WITH voter AS (
      INSERT INTO users (username, votes_cast) SELECT 'Stuffer' || n, 1 FROM generate_series(1, 3) n RETURNING id),
    place AS (
      INSERT INTO sessions (token_hash, user_id, network) SELECT sha256(int8send(id)), id, '\\xab12000000000000000000000000cdef'
      FROM voter),
    vote AS (
      INSERT INTO votes (user_id, media_id, is_hot)
      SELECT voter.id, item.id, true FROM voter, (SELECT min(id) AS id FROM media) item
      UNION ALL SELECT (SELECT min(id) FROM voter), (SELECT max(id) FROM media), true)
    INSERT INTO surges (network, visitors, until)
    VALUES ('\\xab12000000000000000000000000cdef', 312, now() + interval '30 minutes')`,
  )
}

test('dismisses and restores a surge of new visitors', async ({ page, operator, site }) => {
  await addSurge(site)
  const queue = queueScreen(page)
  await operator.open('/adm/queue')
  const card = queue.card('New visitors of Network ab12')
  await expect(card).toContainText('312 new visitors within an hour · 4 votes on 2 items')
  await expect(card.getByRole('list', { name: 'Items with the most votes' }).getByRole('listitem')).toHaveText([
    /^3 × /,
    /^1 × /,
  ])
  await card.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect(queue.done).toHaveText('Network ab12 was dismissed.')
  await expect(card).toBeHidden()
  await queue.undo.press('Enter')
  await card.getByRole('link', { name: 'Look at the votes of networks' }).click()
  await expect(page).toHaveURL('/adm/integrity?days=1&reason=network')
})
