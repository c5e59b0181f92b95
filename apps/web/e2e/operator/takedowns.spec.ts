import type { Locator } from '@playwright/test'
import { DUE_NOW } from '../../../api/test/app/job-table.ts'
import { expectAccessible } from '../support/accessible.ts'
import { addTakedown, takedownsScreen } from '../support/admin-takedowns-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { clickTwice } from '../support/held-calls.ts'
import { expectLoaded } from '../support/loaded-picture.ts'
import { ownFontIsThere } from '../support/own-font.ts'
import { allAnswered } from '../support/requests-under-way.ts'
import { seedPhotos } from '../support/seeded-collection.ts'
import { dismissToast } from '../support/toast.ts'

const showsPlaceholder = (field: Locator) =>
  field.evaluate((input: HTMLInputElement) => {
    const { value } = input
    input.value = input.placeholder
    const isWhole = input.scrollWidth <= input.clientWidth
    input.value = value
    return isWhole
  })

const WORK = 'Painted by me in 2019 and shown in three galleries since then. '.repeat(6)

test('lists requests and shows one beside the list', {
  tag: '@phone',
}, async ({ page, operator, site, isMobile }) => {
  const id = await addTakedown(site, {
    phone: '+46 70 555 01 88',
    address: 'Main Street 1\nStockholm',
    work: WORK,
    urls: JSON.stringify(['https://elsewhere.example/1', 'javascript:alert(1)']),
    notes: 'Looked at it before',
  })
  await addTakedown(site, { name: 'Blue Harbour', status: 'resolved' })
  await operator.open('/adm/dmca')
  const screen = takedownsScreen(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('DMCA Takedown Management')
  await ownFontIsThere(page)
  expect(await showsPlaceholder(page.getByLabel('Search requests'))).toBe(true)
  for (const [name, count] of Object.entries({ Pending: 1, Reviewed: 0, Resolved: 1, Rejected: 0 }))
    await expect(screen.tile(name)).toHaveAccessibleName(`${name} ${count}`)
  await expect(screen.entry('Ada Example')).toContainText(/pending.*#\d+ · ada@example\.com.*Painted by me/s)
  await expect(screen.entry('Ada Example')).toContainText(/\d\d\/[A-Z][a-z]{2}\/\d{4} · \d+ min old$/)
  const clamped = screen.entry('Ada Example').getByText('Painted by me')
  const { lines } = await clamped.evaluate((node) => ({
    lines: Math.round(node.clientHeight / Number.parseFloat(getComputedStyle(node).lineHeight)),
  }))
  expect(lines).toBe(2)
  await expect(screen.nothing).toBeVisible({ visible: !isMobile })

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
  const link = screen.detail.getByRole('link', { name: 'https://elsewhere.example/1' })
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  await expect(screen.detail.getByRole('link')).toHaveCount(isMobile ? 2 : 1)
  await expect(screen.list).toBeVisible({ visible: !isMobile })

  await seedPhotos(page, site, 1)
  const [item] = await site.query<{ id: number }>('SELECT id::int FROM media')
  const long = await addTakedown(site, {
    work: WORK.repeat(5),
    infringement: WORK.repeat(5),
    mediaId: item?.id ?? 0,
    urls: JSON.stringify('https://a.example/1\nhttps://b.example/2'),
  })
  for (const status of ['reviewed', 'resolved', 'rejected']) await addTakedown(site, { status, hours: 43 })
  await operator.open(`/adm/dmca?id=${long}`)
  await expect(screen.detail.getByRole('list', { name: 'Infringing URLs' }).getByRole('link')).toHaveCount(2)
  await expect(screen.detail.getByText('We have reviewed your request')).toHaveCount(2)
  // Content that loads late makes the page longer.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect(screen.resolve).toBeInViewport({ timeout: 1000 })
  }).toPass()
  await screen.remove.check()
  await expect(screen.detail.getByText('removed the material')).toBeVisible()
  await expectAccessible(page)
})

const MOVES = [
  { from: 'pending', offered: ['Resolve', 'Mark as Reviewed', 'Reject'], button: 'review', to: 'reviewed' },
  { from: 'reviewed', offered: ['Resolve', 'Reject'], button: 'resolve', to: 'resolved' },
  { from: 'resolved', offered: ['Reopen'], button: 'reopen', to: 'pending' },
  { from: 'pending', offered: ['Resolve', 'Mark as Reviewed', 'Reject'], button: 'reject', to: 'rejected' },
  { from: 'rejected', offered: ['Reopen'], button: 'reopen', to: 'pending' },
] as const

test("offers the moves of a request's status and sends the notes with them", {
  tag: '@phone',
}, async ({ page, operator, site, isMobile }) => {
  await addTakedown(site, { notes: 'Notes 0' })
  await operator.open('/adm/dmca')
  const screen = takedownsScreen(page)
  await screen.entry('Ada Example').click()
  const moves: string[] = []
  page.on('request', (request) => request.method() === 'PATCH' && moves.push(request.url()))
  // Only the screen after a change differs on a phone, so one change is enough.
  for (const [n, { from, offered, button, to }] of MOVES.slice(0, isMobile ? 1 : undefined).entries())
    await test.step(`from ${from} to ${to}`, async () => {
      await expect(screen.notes).toHaveValue(`Notes ${n}`)
      await expect(screen.detail.getByRole('button')).toHaveText([...offered])
      await screen.notes.fill(`Notes ${n + 1}`)
      const sent = page.waitForRequest((request) => request.method() === 'PATCH')
      await clickTwice(screen[button], '**/api/admin/dmca-takedowns/*')
      expect((await sent).postDataJSON()).toEqual({
        status: to,
        adminNotes: `Notes ${n + 1}`,
        notesAsRead: `Notes ${n}`,
      })
      await expect(screen.toast).toHaveText('SuccessDMCA takedown updated successfully')
      await expect(page).toHaveURL('/adm/dmca')
      await expect(screen.detail).toHaveCount(0)
      await expect(screen.nothing).toBeVisible({ visible: !isMobile })
      await expect(screen.entry('Ada Example')).toContainText(to)
      // The next toast has identical text.
      expect(moves).toHaveLength(n + 1)
      await dismissToast(screen.toast)
      await screen.entry('Ada Example').click()
      await expect(screen.notes).toHaveValue(`Notes ${n + 1}`)
    })
})

test('a tile lists its requests, in the address; again, all of them; one says what was not given', async ({
  page,
  operator,
  site,
}) => {
  await addTakedown(site)
  await addTakedown(site, { name: 'Blue Harbour', status: 'resolved' })
  await operator.open('/adm/dmca')
  const screen = takedownsScreen(page)
  await screen.tile('Resolved').click()
  await expect(page).toHaveURL('/adm/dmca?status=resolved')
  await expect(screen.list.getByRole('link')).toHaveText([/Blue Harbour/])
  await page.reload()
  await expect(screen.tile('Resolved')).toHaveAttribute('aria-current', 'true')
  await expect(screen.list.getByRole('link')).toHaveText([/Blue Harbour/])
  await screen.tile('Reviewed').click()
  await expect(page.getByText('No DMCA takedown requests found')).toBeVisible()
  await screen.tile('Reviewed').click()
  await page.getByLabel('Search requests').fill('harbour')
  await expect(screen.list.getByRole('link')).toHaveText([/Blue Harbour/])
  await expect(page).toHaveURL('/adm/dmca?search=harbour')

  const id = await addTakedown(site, { work: '', infringement: '', urls: '[]', owner: '', signature: '' })
  await operator.open(`/adm/dmca?id=${id}`)
  await expect(screen.detail.getByText('No description provided')).toHaveCount(2)
  await expect(screen.detail.getByText('No signature provided')).toBeVisible()
  await expect(screen.detail.getByText('N/A')).toHaveCount(2)
  await expect(screen.detail.getByText(/Phone|Address/)).toHaveCount(0)
})

test('each open request says how old it is and when a decision is due; the oldest can come first', async ({
  page,
  operator,
  site,
}) => {
  await addTakedown(site, { name: 'Late', hours: 51 })
  await addTakedown(site, { name: 'Soon', hours: 43, status: 'reviewed' })
  const id = await addTakedown(site, { name: 'Fresh' })
  await addTakedown(site, { name: 'Decided', hours: 90, status: 'rejected' })
  await operator.open('/adm/dmca')
  const screen = takedownsScreen(page)
  const names = screen.list.getByRole('link')
  await expect(names).toHaveText([/^Decided/, /^Fresh/, /^Soon/, /^Late/])
  await expect(screen.entry('Late')).toContainText(/overdue by 3 h.*· 51 h old/)
  await expect(screen.entry('Soon')).toContainText(/due in 5 h.*· 43 h old/)
  await expect(screen.entry('Fresh')).toContainText(/due in 48 h.*· \d+ min old/)
  await expect(screen.entry('Decided')).not.toContainText(/due| old/)
  await screen.order.selectOption('Oldest first')
  await expect(page).toHaveURL('/adm/dmca?order=asc')
  await expect(names).toHaveText([/^Late/, /^Soon/, /^Fresh/, /^Decided/])
  await page.reload()
  await expect(screen.order).toHaveValue('asc')
  await screen.entry('Fresh').click()
  await expect(page).toHaveURL(`/adm/dmca?id=${id}&order=asc`)
  await expect(screen.detail).toContainText('due in 48 h')
})

test('counts right and wrong; removes the item with the decision', async ({ page, operator, site, visitor }) => {
  const owner = await visitor()
  const [item] = await owner.uploadPhotos(1)
  const email = 'owner@example.com'
  await (await visitor()).vote(item?.id ?? 0, true)
  const id = await addTakedown(site, { email, mediaId: item?.id ?? 0 })
  for (const status of ['resolved', 'resolved', 'rejected']) await addTakedown(site, { email, status })
  const takenDown = (items: number) =>
    site.query(
      `INSERT INTO taken_down_media (media_id, owner_id, is_upheld) SELECT 1000000 + n, $1, true FROM generate_series(1, $2::int) n`,
      [owner.id, items],
    )
  await takenDown(2)
  await operator.open(`/adm/dmca?id=${id}`)
  const screen = takedownsScreen(page)
  const { detail } = screen
  await expect(detail.getByText('4 filed · 2 upheld · 1 rejected')).toBeVisible()
  await expect(detail.getByText('2 items taken down')).toBeVisible()
  await expect(detail.getByText('Repeat infringer')).toHaveCount(0)
  await site.query('DELETE FROM taken_down_media')
  await takenDown(3)
  await page.reload()
  await expect(detail.getByText('3 items taken down')).toBeVisible()
  await expect(detail.getByText('Repeat infringer')).toBeVisible()
  await expectAccessible(page)

  const media = detail.getByRole('region', { name: `Media #${item?.id}` })
  await expect(media).toContainText(`photo-1.jpgUploaded by ${owner.username}`)
  await expect(media.getByRole('link', { name: owner.username })).toHaveAttribute('href', `/adm/users/${owner.id}`)
  await expect(media).toContainText('1 vote · 0 views')
  const picture = media.getByRole('img', { name: `The photo in question, uploaded by ${owner.username}` })
  await expectLoaded(picture)
  await expect(media.getByRole('link', { name: 'Open the photo' })).toHaveAttribute('href', /\/media\//)

  const mail = detail.getByRole('region', { name: 'E-mail to the complainant' })
  await expect(mail).toContainText(`To: owner@example.comYour takedown request #${id} was closed without a removal`)
  await expect(mail).toContainText(`Your takedown request #${id} was rejected`)
  await expect(mail).not.toContainText('removed the material')
  await screen.remove.check()
  await expect(mail).toContainText('removed the material')

  await screen.resolve.click()
  const question = page.getByRole('alertdialog', { name: `Remove media #${item?.id} and resolve?` })
  await expect(question).toContainText(
    `photo-1.jpg of ${owner.username}, its 1 vote and 0 views will be deleted for ever`,
  )
  await question.getByRole('button', { name: 'Cancel' }).click()
  await allAnswered(page)
  expect(await site.query('SELECT status FROM takedowns WHERE id = $1', [id])).toEqual([{ status: 'pending' }])
  await screen.resolve.click()
  await question.getByRole('button', { name: 'Remove and resolve' }).click()
  await expect(screen.toast).toHaveText('SuccessDMCA takedown updated successfully')
  expect(await site.query('SELECT id FROM media WHERE position IS NOT NULL')).toEqual([])
  expect(await site.query('SELECT status FROM takedowns WHERE id = $1', [id])).toEqual([{ status: 'resolved' }])
  // Skips the half-minute delay.
  await site.query(DUE_NOW)
  expect((await site.mailbox.next('owner@example.com')).text).toContain('removed the material')

  await expect
    .poll(() => site.query('SELECT media_id FROM takedown_items WHERE removed_picture IS NOT NULL'))
    .toHaveLength(1)
  await operator.open(`/adm/dmca?id=${id}`)
  const deleted = detail.getByRole('region', { name: `Media #${item?.id}, deleted` })
  await expect(deleted).toContainText(`photo-1.jpgUploaded by ${owner.username} · 1 voteDeleted `)
  await expect(deleted.getByRole('link', { name: owner.username })).toHaveAttribute('href', `/adm/users/${owner.id}`)
  const storedPicture = deleted.getByRole('img', { name: `The photo that was deleted, uploaded by ${owner.username}` })
  await expectLoaded(storedPicture)
  await expect(screen.list).toContainText(`Media #${item?.id} (deleted)`)
  await expectAccessible(page)

  await detail.getByRole('link', { name: owner.username, exact: true }).last().click()
  await expect(page).toHaveURL(`/adm/users/${owner.id}`)
  const users = page.getByRole('main')
  await expect(users.getByText('4 items taken down')).toBeVisible()
  await expect(users.getByText('Repeat infringer')).toBeVisible()
})
