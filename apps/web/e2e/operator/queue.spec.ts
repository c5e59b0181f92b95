import { expectAccessible } from '../support/accessible.ts'
import { quieten } from '../support/admin-login-screen.ts'
import { addLookAlike, addOutlier, addReported, queueScreen } from '../support/admin-queue-screen.ts'
import { addTakedown } from '../support/admin-takedowns-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { expectKeyboardIn } from '../support/rate-screen.ts'
import { allAnswered } from '../support/requests-under-way.ts'
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

test('lists all waiting entries, urgent first, and counts them in menu and title', {
  tag: '@phone',
}, async ({ page, operator, site, visitor, isMobile }) => {
  const queue = queueScreen(page)
  await operator.open('/adm/queue')
  await expect(queue.main).toContainText('All caught up')
  await expect(page).toHaveTitle('Queue · HotVote admin')

  const owner = await visitor()
  const [beach] = await addReported(site, owner, { names: ['beach.jpg'] })
  const [urgent] = await addReported(site, owner, { names: ['urgent.jpg'], reason: 'illegal' })
  await hide(site, urgent)
  const again = await addLookAlike(site, owner, 'again.jpg')
  const claim = await addTakedown(site, { mediaId: beach })
  await addOutlier(site, owner, 'HastyHare12')
  await page.reload()
  const names = [
    `Reports of media #${urgent}`,
    `Reports of media #${beach}`,
    `Takedown request #${claim}`,
    `Look-alike media #${again}`,
  ]
  await expect(page.getByRole('heading', { name: 'Hide Reported Items' })).toBeAttached()
  expect(await layoutShift(page)).toBeLessThan(0.02)
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await expect(queue.cards).toHaveCount(names.length)
  for (const one of names) await expect(queue.card(one)).toBeVisible()
  await expect(queue.cards.nth(0)).toContainText('Hidden until you decide')
  await expect(queue.cards.nth(0)).toContainText('1 × Minor or illegal')
  await expect(queue.cards.nth(0)).toContainText('due in')
  await expect(queue.cards.nth(1)).toContainText(`Uploaded by ${owner.username}`)
  const name = queue.cards.nth(1).getByRole('link', { name: owner.username, exact: true })
  await expect(name).toHaveAttribute('href', `/adm/users/${owner.id}`)
  await expect(queue.card(`Takedown request #${claim}`)).toContainText('Ada Example for Example Pictures Ltd')
  await expect(page).toHaveTitle('(4) Queue · HotVote admin')
  await expectAccessible(page)
  await queue.next.click()
  await expect(queue.card('Outlier HastyHare12: Too fast to look')).toContainText('30 votes')
  await page.goto('/adm/health')
  await expect(page).toHaveTitle(/^\(4\) Health/)
  await page.getByRole('link', { name: isMobile ? '4 waiting' : 'Queue 4 waiting', exact: true }).click()
  await expect(page).toHaveURL('/adm/queue')
})

test('by keys alone: walk, decide, take back, and the next one follows', async ({ page, operator, site, visitor }) => {
  const owner = await visitor()
  const [first = 0, second = 0, third = 0] = await addReported(site, owner, {
    names: ['first.jpg', 'second.jpg', 'third.jpg'],
  })
  await hide(site, first)
  const queue = queueScreen(page)
  const expectCurrent = (id: number) => expect(queue.current).toHaveAccessibleName(`Reports of media #${id}`)
  await operator.open('/adm/queue')
  await expectCurrent(first)
  await expect(queue.badge).toHaveAccessibleName('Queue 3 waiting')
  await page.keyboard.press('j')
  await expectCurrent(second)
  await expect(queue.current).toBeFocused()
  const remove = queue.card(`Reports of media #${third}`).getByRole('button', { name: /^Remove/ })
  await remove.focus()
  await expectCurrent(third)
  await expect(remove).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('k')
  await expectCurrent(first)

  await page.keyboard.press('a')
  await expect(queue.done).toHaveText('first.jpg is shown again.')
  await expectCurrent(second)
  await expect(queue.badge).toHaveAccessibleName('Queue 2 waiting')
  expect(await shownItems(site)).toEqual([first, second, third])
  await page.keyboard.press('z')
  await expectCurrent(first)
  expect(await shownItems(site)).toEqual([second, third])
  await expect(queue.undo).toBeHidden()

  await page.keyboard.press('j')
  await page.keyboard.press('d')
  const question = page.getByRole('alertdialog', { name: `Remove media #${second}?` })
  await expect(question).toContainText(`second.jpg of ${owner.username}`)
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

  const acts: string[] = []
  page.on('request', (sent) => sent.method() === 'POST' && acts.push(sent.url()))
  await page.getByRole('checkbox', { name: 'Enable single-letter shortcuts' }).uncheck()
  await page.keyboard.press('a')
  await allAnswered(page)
  expect(acts).toEqual([])
  await expectCurrent(third)
})

test('look-alikes and outliers are decided, and outliers undone', async ({ page, operator, site, visitor }) => {
  const owner = await visitor()
  const again = await addLookAlike(site, owner, 'again.jpg')
  await addOutlier(site, owner, 'HastyHare12')
  const queue = queueScreen(page)
  const press = (card: string, name: string) =>
    queue
      .card(card)
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .click()
  await operator.open('/adm/queue')

  await press(`Look-alike media #${again}`, 'Publish')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await expect(queue.done).toHaveText('again.jpg was published.')
  expect(await shownItems(site)).toEqual([again])

  await queue.next.click()
  await press('Outlier HastyHare12: Too fast to look', 'Dismiss for now')
  await expect(queue.cards).toHaveCount(0)
  await queue.undo.click()
  await expect(queue.cards).toHaveCount(1)
  const calls: string[] = []
  page.on('request', (sent) => sent.method() === 'POST' && calls.push(new URL(sent.url()).pathname))
  await press('Outlier HastyHare12: Too fast to look', 'Set aside')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Set aside' }).click()
  await expect(queue.done).toHaveText('HastyHare12: the votes were set aside.')
  await expect(queue.cards).toHaveCount(0)
  expect(calls).toEqual(['/api/admin/set-votes-aside'])
})

test('keeps the current entry when an urgent one arrives above', async ({ page, operator, site, visitor }) => {
  const [first, second] = await addReported(site, await visitor(), { names: ['first.jpg', 'second.jpg'] })
  await seedMedia(site, 1)
  const [item] = await site.query<{ id: number }>('SELECT max(id)::int AS id FROM media')
  const queue = queueScreen(page)
  await operator.open('/adm/queue')
  await expect(queue.current).toHaveAccessibleName(`Reports of media #${first}`)
  await page.keyboard.press('j')
  await expect(queue.current).toHaveAccessibleName(`Reports of media #${second}`)
  const other = await visitor()
  await other.report(item?.id ?? 0, 'illegal')
  await expect(queue.cards.nth(0)).toHaveAccessibleName(`Reports of media #${item?.id}`)
  await expect(queue.current).toHaveAccessibleName(`Reports of media #${second}`)
})

test('loads on demand; says who decided, how many reports hide', async ({
  page,
  operator,
  site,
  visitor,
  problems,
}) => {
  problems.expect(/^(409|500) /)
  const [item] = await addReported(site, await visitor(), { names: ['beach.jpg'] })
  await page.route('**/api/admin/queue?*', (route) => route.fulfill({ status: 500 }))
  const queue = queueScreen(page)
  await operator.open('/adm/queue')
  await expect(page.getByRole('alert')).toContainText('Failed to load the queue')
  await page.unroute('**/api/admin/queue?*')
  const field = page.getByRole('spinbutton', { name: 'Reports that hide an item' })
  await expect(field).toHaveValue('3')
  await field.fill('5')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(queue.cards).toHaveCount(1)
  await expect(field).toHaveValue('5')
  await quieten(page)
  const answer = await page.request.post(`/api/admin/reports/${item}`, {
    headers: operator.headers,
    data: { decision: 'keep' },
  })
  expect(answer.status()).toBe(204)
  await queue.current.getByRole('button', { name: /^Keep/ }).click()
  await expect(page.getByText('These reports were already handled.').first()).toBeVisible()
  await expect(queue.main).toContainText('All caught up')

  await field.fill('0')
  await page.getByRole('button', { name: 'Save Configuration' }).click()
  await expect(page.getByText('Configuration Updated').first()).toBeVisible()
  const saved = await page.request.get('/api/admin/report-config', { headers: operator.headers })
  expect(await saved.json()).toMatchObject({ hideAfter: 0 })
  await expect(page.getByRole('region', { name: 'Hide Reported Items' })).toContainText('Never')
})

test('decides once when a key is pressed twice', async ({ page, operator, site, visitor }) => {
  const [first, second] = await addReported(site, await visitor(), { names: ['first.jpg', 'second.jpg'] })
  const queue = queueScreen(page)
  const decided: string[] = []
  page.on('request', (request) => request.method() === 'POST' && decided.push(new URL(request.url()).pathname))
  await operator.open('/adm/queue')
  await expect(queue.current).toHaveAccessibleName(`Reports of media #${first}`)
  await page.evaluate(() => {
    const press = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
    press()
    press()
  })
  await expect(queue.done).toHaveText('first.jpg stays.')
  await expect(queue.current).toHaveAccessibleName(`Reports of media #${second}`)
  expect(decided).toEqual([`/api/admin/reports/${first}`])
})

test('says that a decision changed elsewhere cannot be undone', async ({ page, operator, site, visitor, problems }) => {
  problems.expect(/^409 /)
  const [item] = await addReported(site, await visitor(), { names: ['beach.jpg', 'other.jpg'] })
  const queue = queueScreen(page)
  await operator.open('/adm/queue')
  await queue.card(`Reports of media #${item}`).getByRole('button', { name: /^Keep/ }).click()
  await expect(queue.done).toHaveText('beach.jpg stays.')
  const elsewhere = await page.request.post(`/api/admin/reports/${item}`, {
    headers: operator.headers,
    data: { decision: 'reopen' },
  })
  expect(elsewhere.status()).toBe(204)
  await queue.undo.click()
  await expect(page.getByText('There is no decision to undo.').first()).toBeVisible()
  await expect(queue.undo).toBeHidden()
  await expect(queue.done).toBeEmpty()
  await expect(queue.card(`Reports of media #${item}`)).toBeVisible()
})
