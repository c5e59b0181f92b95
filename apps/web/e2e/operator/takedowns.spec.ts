import { clickTwice } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { film } from '../support/made-media.ts'
import { addTakedown } from '../support/operator-rows.ts'
import { endLogin, forgetToken, goTo, takedownsScreen } from '../support/operator-screens.ts'
import { dismissToast } from '../support/toast.ts'

test('lists requests and shows one beside the list', async ({ page, operator, site }) => {
  const id = await addTakedown(site, {
    phone: '+46 70 555 01 88',
    address: 'Main Street 1\nStockholm',
    work: 'Painted by me in 2019 and shown in three galleries since then. '.repeat(6),
    urls: JSON.stringify(['https://elsewhere.example/1', 'javascript:alert(1)']),
    notes: 'Looked at it before',
  })
  await addTakedown(site, { name: 'Blue Harbour', status: 'resolved' })
  await operator.open('/adm/dmca')
  const screen = takedownsScreen(page)
  for (const [name, count] of Object.entries({ Pending: 1, Reviewed: 0, Resolved: 1, Rejected: 0 }))
    await expect(screen.tile(name)).toHaveAccessibleName(`${name} ${count}`)
  await expect(screen.entry('Ada Example')).toContainText(/pending.*#\d+ · ada@example\.com.*Painted by me/s)
  await expect(screen.entry('Ada Example')).toContainText(/\d\d\/[A-Z][a-z]{2}\/\d{4} · \d+ min old$/)
  const clamped = screen.entry('Ada Example').getByText('Painted by me')
  const lines = await clamped.evaluate((node) =>
    Math.round(node.clientHeight / Number.parseFloat(getComputedStyle(node).lineHeight)),
  )
  expect(lines).toBe(2)
  await expect(screen.nothing).toBeVisible()

  await screen.entry('Ada Example').click()
  await expect(page).toHaveURL(`/adm/dmca?id=${id}`)
  for (const [part, ...texts] of [
    ['Complainant Information', 'ada@example.com', '+46 70 555 01 88', 'Main Street 1', 'Example Pictures Ltd'],
    ['Copyrighted Work', 'Painted by me'],
    ['Infringement Details', 'A copy without permission'],
    ['Infringing URLs', 'https://elsewhere.example/1', 'javascript:alert(1)'],
    ['Electronic Signature', 'Ada Example'],
  ] as const) {
    const heading = screen.detail.getByRole('heading', { name: part, exact: true })
    for (const text of texts) await expect(heading.locator('..')).toContainText(text)
  }
  await expect(screen.notes).toHaveValue('Looked at it before')
  const links = screen.detail.getByRole('link')
  await expect(links).toHaveText(['https://elsewhere.example/1'])
  await expect(links).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  const foreign = screen.detail.getByText('None of these addresses is an item of this site.')
  await expect(foreign).toBeVisible()

  const empty = await addTakedown(site, { work: '', infringement: '', urls: '[]', owner: '', signature: '' })
  await operator.open(`/adm/dmca?id=${empty}`)
  await expect(screen.detail.getByText('No description provided')).toHaveCount(2)
  await expect(screen.detail.getByText('No signature provided')).toBeVisible()
  await expect(screen.detail.getByText('N/A')).toHaveCount(2)
  await expect(foreign).toHaveCount(0)
})

test('shows a request in place of the list on a phone', { tag: '@phone-only' }, async ({ page, operator, site }) => {
  await addTakedown(site)
  await operator.open('/adm/dmca')
  const screen = takedownsScreen(page)
  await screen.entry('Ada Example').press('Enter')
  await expect(screen.detail.getByRole('heading', { level: 2 })).toHaveText('Ada Example')
  await expect(screen.list).toBeHidden()
  await screen.back.click()
  await expect(page).toHaveURL('/adm/dmca')
  await expect(screen.list).toBeVisible()
})

test('filters by status and search, and sorts by age with the due time', async ({ page, operator, site }) => {
  await addTakedown(site, { name: 'Late', hours: 51 })
  await addTakedown(site, { name: 'Soon', hours: 43, status: 'reviewed' })
  await addTakedown(site, { name: 'Fresh' })
  await addTakedown(site, { name: 'Decided', hours: 90, status: 'rejected' })
  await operator.open('/adm/dmca')
  const screen = takedownsScreen(page)
  const names = screen.list.getByRole('link')
  await expect(names).toHaveText([/^Decided/, /^Fresh/, /^Soon/, /^Late/])
  await expect(screen.entry('Late')).toContainText(/overdue by 3 h.*· 51 h old/)
  await expect(screen.entry('Soon')).toContainText(/due in 5 h.*· 43 h old/)
  await expect(screen.entry('Decided')).not.toContainText(/due| old/)
  await screen.order.selectOption('Oldest first')
  await expect(names).toHaveText([/^Late/, /^Soon/, /^Fresh/, /^Decided/])
  await screen.tile('Reviewed').click()
  await expect(page).toHaveURL('/adm/dmca?status=reviewed&order=asc')
  await page.reload()
  await expect(names).toHaveText([/^Soon/])
  await expect(screen.tile('Reviewed')).toHaveAttribute('aria-current', 'true')
  await screen.tile('Resolved').click()
  await expect(page.getByText('No DMCA takedown requests found')).toBeVisible()
  await screen.tile('Resolved').click()
  await page.getByLabel('Search requests').fill('fresh')
  await expect(names).toHaveText([/^Fresh/])
})

const MOVES = [
  { from: 'pending', offered: ['Resolve', 'Mark as Reviewed', 'Reject'], button: 'review', to: 'reviewed' },
  { from: 'reviewed', offered: ['Resolve', 'Reject'], button: 'resolve', to: 'resolved' },
  { from: 'resolved', offered: ['Reopen'], button: 'reopen', to: 'pending' },
  { from: 'pending', offered: ['Resolve', 'Mark as Reviewed', 'Reject'], button: 'reject', to: 'rejected' },
  { from: 'rejected', offered: ['Reopen'], button: 'reopen', to: 'pending' },
] as const

test('offers the status changes of a request and sends the notes with them', async ({ page, operator, site }) => {
  await addTakedown(site, { notes: 'Notes 0' })
  await operator.open('/adm/dmca')
  const screen = takedownsScreen(page)
  const moves: string[] = []
  page.on('request', (request) => request.method() === 'PATCH' && moves.push(request.postData() ?? ''))
  for (const [n, { from, offered, button, to }] of MOVES.entries())
    await test.step(`from ${from} to ${to}`, async () => {
      await screen.entry('Ada Example').click()
      await expect(screen.notes).toHaveValue(`Notes ${n}`)
      await expect(screen.detail.getByRole('button')).toHaveText([...offered])
      await expect(screen.detail.getByText(/30 seconds after the decision\./)).toHaveCount(button === 'reopen' ? 1 : 0)
      await screen.notes.fill(`Notes ${n + 1}`)
      await clickTwice(screen[button], '**/api/admin/dmca-takedowns/*')
      await expect(screen.toast).toHaveText('SuccessDMCA takedown updated successfully')
      await expect(page).toHaveURL('/adm/dmca')
      await expect(screen.nothing).toBeVisible()
      await expect(screen.entry('Ada Example')).toContainText(to)
      const reason = to === 'rejected' ? { reason: 'not_shown', words: '' } : {}
      const sent = { status: to, adminNotes: `Notes ${n + 1}`, notesAsRead: `Notes ${n}`, ...reason }
      expect(moves.splice(0).map((body) => JSON.parse(body))).toEqual([sent])
      // The next toast has identical text.
      await dismissToast(screen.toast)
    })
})

test('keeps the notes when a change fails', async ({ page, operator, site, problems }) => {
  problems.expect(/^(409|500) .*\/api\/admin\/dmca-takedowns/)
  const id = await addTakedown(site)
  await operator.open(`/adm/dmca?id=${id}`)
  const screen = takedownsScreen(page)
  await screen.notes.fill('Portfolio checked')
  await page.route('**/api/admin/dmca-takedowns/*', (route) => route.fulfill({ status: 500 }), { times: 1 })
  await screen.review.click()
  await expect(screen.toast).toHaveText('ErrorFailed to update takedown')
  await expect(screen.notes).toHaveValue('Portfolio checked')
  const elsewhere = { status: 'resolved', adminNotes: 'Case 123' }
  await page.request.patch(`/api/admin/dmca-takedowns/${id}`, { headers: operator.headers, data: elsewhere })
  await expect(screen.detail).toContainText('Changed elsewhere to “Case 123”. Your decision replaces that.')
  await expect(screen.reopen).toBeVisible()
  await expect(screen.notes).toHaveValue('Portfolio checked')

  await forgetToken(page)
  const requests: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && requests.push(request.url()))
  await screen.reopen.click()
  await expect(screen.toast).toHaveText('ErrorAdmin authentication required')
  expect(requests).toEqual([])
})

test('asks about unsent notes and keeps them over a login', async ({ page, operator, site, visitor, problems }) => {
  problems.expect(/^401 .*\/api\/admin\//)
  const { id: mediaId } = await (await visitor()).upload(await film('waves.mp4'))
  const id = await addTakedown(site, { notes: 'Stored', mediaId })
  await addTakedown(site, { name: 'Blue Harbour', notes: 'Other' })
  await operator.open(`/adm/dmca?id=${id}`)
  const screen = takedownsScreen(page)
  await screen.notes.fill('Half a thought')
  await expect(screen.unsaved).toBeVisible()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  for (const leave of [() => screen.entry('Blue Harbour').click(), () => goTo(page, 'Media')]) {
    await leave()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(screen.notes).toHaveValue('Half a thought')
  }
  const login = await endLogin(page)
  await screen.review.click()
  await expect(login.username).toBeFocused()
  await expect(screen.notes).toBeHidden()
  await login.enter()
  await expect(screen.notes).toHaveValue('Half a thought')
  await expect(screen.detail.locator('video')).toBeVisible()
  await screen.entry('Blue Harbour').click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(screen.notes).toHaveValue('Other')
  await screen.entry('Ada Example').click()
  await expect(screen.notes).toHaveValue('Stored')
})

test('shows that a linked request is missing or a refresh failed', async ({ page, operator, site, problems }) => {
  problems.expect(/^404 .*\/dmca-takedowns\/999999$/, /^500 .*\/dmca-takedowns/)
  await addTakedown(site, { name: 'From a mail' })
  await operator.open('/adm/dmca?status=pending&id=999999')
  const failure = page.getByRole('alert')
  await expect(failure.getByRole('heading')).toHaveText('Failed to load DMCA takedowns: HTTP 404: Not Found')
  await expect(failure).toContainText('There is no such takedown request.')
  await failure.getByRole('link', { name: 'Back to all requests' }).click()
  await expect(page).toHaveURL('/adm/dmca?status=pending')
  const screen = takedownsScreen(page)
  await expect(screen.entry('From a mail')).toBeVisible()
  await page.route(/\/api\/admin\/dmca-takedowns(\?.*)?$/, (route) => route.fulfill({ status: 500 }))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(screen.toast).toHaveText(
    'Not up to dateSomething went wrong on our side (HTTP 500). Try again in a moment.',
  )
  await expect(screen.entry('From a mail')).toBeVisible()
})
