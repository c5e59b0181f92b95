import { expect, test } from '../support/fixtures.ts'
import { addLookAlike, addOutlier, addReported, addTakedown } from '../support/operator-rows.ts'
import { expectToast, failing, queueScreen, stopPolling } from '../support/operator-screens.ts'
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

test('moves, decides and undoes by keys alone', async ({ page, operator, site, visitor }) => {
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
  await expect(queue.done).toHaveText('first.jpg is visible again.')
  await expectCurrent(second)
  await expect(queue.badge).toHaveAccessibleName('Queue 2 waiting')
  expect(await shownItems(site)).toEqual([first, second, third])
  await page.keyboard.press('z')
  await expectCurrent(first)
  expect(await shownItems(site)).toEqual([second, third])

  await page.keyboard.press('j')
  await page.keyboard.press('d')
  await expect(queue.done).toHaveText('second.jpg was removed.')
  await expectCurrent(third)
  expect(await shownItems(site)).toEqual([third])
  await page.keyboard.press('z')
  await expectCurrent(second)
  expect(await shownItems(site)).toEqual([second, third])
})

test('removes one or all items of an uploader, and undoes each removal in one step', async ({
  page,
  operator,
  site,
  visitor,
}) => {
  const owner = await visitor()
  await owner.uploadPhotos(1)
  const [beach = 0] = await addReported(site, owner, { names: ['beach.jpg'] })
  const queue = queueScreen(page)
  const blocks = () =>
    site.query(`SELECT (SELECT count(*)::int FROM users WHERE blocked_at IS NOT NULL) AS users,
      (SELECT count(*)::int FROM bans WHERE lifted_at IS NULL) AS bans`)
  await operator.open('/adm/queue')
  await expect(queue.current).toContainText('2 live · 1 report')
  const before = await shownItems(site)
  await page.keyboard.press('b')
  await expect(queue.done).toHaveText(
    `beach.jpg was removed. ${owner.username} is blocked, and their network for 7 days.`,
  )
  expect(await blocks()).toEqual([{ users: 1, bans: 1 }])
  await queue.undo.click()
  await expect(queue.current).toHaveAccessibleName(`Reports of media #${beach}`)
  expect(await blocks()).toEqual([{ users: 0, bans: 0 }])

  await queue.current.getByRole('button', { name: 'Remove all 2 uploads' }).click()
  await expect(queue.done).toHaveText(`Deleted 2 items of ${owner.username}.`)
  expect(await shownItems(site)).toEqual([])
  await queue.undo.click()
  await expect(queue.current).toHaveAccessibleName(`Reports of media #${beach}`)
  expect(await shownItems(site)).toHaveLength(before.length)
})

test('shows an error if the uploads to remove cannot be counted', async ({
  page,
  operator,
  site,
  visitor,
  problems,
}) => {
  problems.expect(/^500 /)
  const owner = await visitor()
  await owner.uploadPhotos(1)
  await addReported(site, owner, { names: ['beach.jpg'] })
  const queue = queueScreen(page)
  await failing(page, '**/api/admin/removal-counts*', { method: 'GET', error: 'The database kept timing out.' })
  await operator.open('/adm/queue')
  await queue.current.getByRole('button', { name: 'Remove all 2 uploads' }).click()
  await expectToast(page, 'Error', 'The database kept timing out.')
  expect(await shownItems(site)).toHaveLength(2)
})

test('filters by kind and decides several reports together', async ({ page, operator, site, visitor }) => {
  const owner = await visitor()
  const ids = await addReported(site, owner, { names: ['one.jpg', 'two.jpg', 'three.jpg', 'four.jpg'] })
  await addTakedown(site)
  const queue = queueScreen(page)
  await operator.open('/adm/queue')
  await expect(queue.cards).toHaveCount(5)
  await queue.main.getByRole('link', { name: 'Reports 4' }).click()
  await expect(page).toHaveURL('/adm/queue?kind=report')
  await expect(queue.cards).toHaveCount(4)
  const tick = (n: number) => queue.cards.nth(n).getByRole('checkbox')
  await tick(0).click()
  await tick(2).click({ modifiers: ['Shift'] })
  await expect(queue.main.getByText('3 selected')).toBeVisible()
  await tick(1).click()
  await page.keyboard.press('d')
  await expect(queue.done).toHaveText('2 items removed.')
  await expect(queue.cards).toHaveCount(2)
  await queue.undo.click()
  await expect(queue.cards).toHaveCount(4)
  await queue.main.getByRole('button', { name: 'Select all shown' }).click()
  await queue.main.getByRole('status').getByRole('button', { name: 'Keep' }).click()
  await expect(queue.main).toContainText('Nothing waiting')
  await expect(queue.done).toHaveText('4 items kept.')
  expect(await shownItems(site)).toHaveLength(ids.length)
})

test('opens the picture of a report in place', async ({ page, operator, site, visitor }) => {
  await addReported(site, await visitor(), { names: ['beach.jpg'] })
  const queue = queueScreen(page)
  await operator.open('/adm/queue')
  await page.keyboard.press('j')
  await queue.current.focus()
  await page.keyboard.press('Enter')
  const viewer = page.getByRole('dialog', { name: 'beach.jpg' })
  await expectKeyboardIn(viewer)
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(queue.cards).toHaveCount(1)
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

  await queue.main.getByRole('link', { name: 'a list of their own' }).click()
  const outlier = queue.card('Outlier HastyHare12: Too fast to look')
  await outlier.getByRole('button', { name: /^Dismiss for now/ }).click()
  await expect(queue.cards).toHaveCount(0)
  await queue.undo.click()
  await outlier.getByRole('button', { name: /^Set aside/ }).click()
  await question.getByRole('button', { name: 'Set aside' }).click()
  await expect(queue.done).toHaveText('HastyHare12: the votes were set aside.')
  await expect(queue.cards).toHaveCount(0)
})

test('keeps the current entry when an urgent one is inserted above', async ({ page, operator, site, visitor }) => {
  const [first, second] = await addReported(site, await visitor(), { names: ['first.jpg', 'second.jpg'] })
  await seedMedia(site, 1)
  const [item] = await site.query<{ id: number }>('SELECT max(id)::int AS id FROM media')
  const queue = queueScreen(page)
  await operator.open('/adm/queue')
  await expect(queue.cards).toHaveCount(2)
  await expect(queue.current).toHaveAccessibleName(`Reports of media #${first}`)
  await (await visitor()).report(item?.id ?? 0, 'illegal')
  await expect(queue.cards.nth(0)).toHaveAccessibleName(`Reports of media #${item?.id}`)
  await expect(queue.current).toHaveAccessibleName(`Reports of media #${first}`)
  await page.keyboard.press('j')
  await expect(queue.current).toHaveAccessibleName(`Reports of media #${second}`)
})

test('reports decisions made elsewhere, and saves the limit that hides items', async ({
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

  const field = page.getByRole('spinbutton', { name: 'Reports needed to hide an item' })
  await expect(field).toHaveValue('3')
  await field.fill('0')
  await page.getByRole('button', { name: 'Save Configuration' }).click()
  await expect(page.getByText('Configuration Updated').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Hide Reported Items' })).toContainText('Disabled')
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

test('undoes the dismissal of a surge of new visitors', async ({ page, operator, site }) => {
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
