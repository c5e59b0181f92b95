import { DUE_NOW } from '../../../api/test/app/job-table.ts'
import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/fixtures.ts'
import { addTakedown } from '../support/operator-rows.ts'
import { takedownsScreen } from '../support/operator-screens.ts'
import { expectLoaded } from '../support/rendering.ts'

test('removes the item with the decision and emails the complainant', async ({ page, operator, site, visitor }) => {
  const owner = await visitor()
  const [item] = await owner.uploadPhotos(1)
  const email = 'owner@example.com'
  const id = await addTakedown(site, { email, mediaId: item?.id ?? 0 })
  for (const status of ['resolved', 'resolved', 'rejected']) await addTakedown(site, { email, status })
  await site.query(
    `INSERT INTO taken_down_media (media_id, owner_id, is_upheld) SELECT 1000000 + n, $1, true FROM generate_series(1, 3) n`,
    [owner.id],
  )
  await operator.open(`/adm/dmca?id=${id}`)
  const screen = takedownsScreen(page)
  const { detail } = screen
  await expect(detail.getByText('4 filed · 2 upheld · 1 rejected')).toBeVisible()
  await expect(detail.getByText('3 items taken down')).toBeVisible()
  await expect(detail.getByText('Repeat infringer')).toBeVisible()
  const media = detail.getByRole('region', { name: `Media #${item?.id}` })
  await expect(media).toContainText(`photo-1.jpgUploaded by ${owner.username}`)
  await expect(media.getByRole('link', { name: owner.username })).toHaveAttribute('href', `/adm/users/${owner.id}`)
  await expectLoaded(media.getByRole('img', { name: `The photo in question, uploaded by ${owner.username}` }))
  const mail = detail.getByRole('region', { name: 'E-mail to the complainant' })
  await expect(mail).toContainText(`To: owner@example.comYour takedown request #${id} was closed without a removal`)
  await screen.remove.check()
  await expect(mail).toContainText('removed the material')

  await screen.resolve.click()
  const question = page.getByRole('alertdialog', { name: `Remove media #${item?.id} and resolve?` })
  await expect(question).toContainText(
    `photo-1.jpg of ${owner.username}, its 0 votes and 0 views will be deleted for good`,
  )
  await question.getByRole('button', { name: 'Remove and resolve' }).click()
  await expect(screen.toast).toHaveText('SuccessDMCA takedown updated successfully')
  expect(await site.query('SELECT id FROM media WHERE position IS NOT NULL')).toEqual([])
  // Skips the half minute before the mail is sent.
  await site.query(DUE_NOW)
  expect((await site.mailbox.next(email)).text).toContain('removed the material')
  await expect
    .poll(() => site.query('SELECT media_id FROM takedown_items WHERE removed_picture IS NOT NULL'))
    .toHaveLength(1)
  await operator.open(`/adm/dmca?id=${id}`)
  const deleted = detail.getByRole('region', { name: `Media #${item?.id}, deleted` })
  await expectLoaded(deleted.getByRole('img', { name: /^The photo that was deleted/ }))
})

test('removes all items of a request except a kept one', async ({ page, operator, site, visitor }) => {
  const owner = await visitor()
  const [first, second] = (await owner.uploadPhotos(2)).map(({ id }) => id)
  const [third] = (await (await visitor()).uploadPhotos(1)).map(({ id }) => id)
  const id = await addTakedown(site, { mediaId: first ?? 0, furtherIds: [second ?? 0, third ?? 0] })
  await operator.open(`/adm/dmca?id=${id}`)
  const screen = takedownsScreen(page)
  const item = (mediaId: number | undefined) => screen.detail.getByRole('region', { name: `Media #${mediaId}` })
  // Two uploaders share the request, so no part names only one of them.
  await expect(screen.detail.getByRole('heading', { name: 'Uploader' })).toHaveCount(0)
  await screen.detail.getByRole('checkbox', { name: 'Remove these 3 items, too, when the request is resolved' }).check()
  await item(second).getByRole('checkbox', { name: 'Leave this item in place' }).check()
  const mail = screen.detail.getByRole('region', { name: 'E-mail to the complainant' })
  await expect(mail).toContainText('Of the 3 items that it names, we removed 2 from HotVote and left 1 in place.')
  await screen.resolve.click()
  const question = page.getByRole('alertdialog', { name: 'Remove 2 items and resolve?' })
  await expect(question).toContainText('and 1 more item, with all their votes and views, will be deleted for good.')
  await expect(question).toContainText('1 item stays in place.')
  await question.getByRole('button', { name: 'Remove and resolve' }).click()
  await expect(screen.toast).toHaveText('SuccessDMCA takedown updated successfully')
  expect(await site.query('SELECT id::int FROM media WHERE position IS NOT NULL')).toEqual([{ id: second }])
})

test("reopens a request by a counter-notice and rejects it in the operator's words", async ({
  page,
  operator,
  site,
  visitor,
}) => {
  const owner = await visitor()
  const [item] = await owner.uploadPhotos(1)
  const id = await addTakedown(site, { mediaId: item?.id ?? 0 })
  const data = { status: 'resolved', removeMedia: true }
  await page.request.patch(`/api/admin/dmca-takedowns/${id}`, { headers: operator.headers, data })
  const [notice] = (await owner.stats()).notices
  await page.goto(`/counter-notice/${notice?.token}`)
  await page.getByRole('button', { name: 'Send counter-notice' }).click()
  await expect(page.getByLabel('Your name')).toBeFocused()
  await expect(page.getByText('You must confirm this')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Your name').fill('Ada Uploader')
  await page.getByRole('textbox', { name: 'Statement' }).fill('I took this photo myself.')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Send counter-notice' }).click()
  await expect(page.getByRole('heading', { name: 'Counter-notice sent' })).toBeVisible()

  await operator.open(`/adm/dmca?id=${id}`)
  const screen = takedownsScreen(page)
  await expect(screen.entry('Ada Example')).toContainText(/Counter-notice.*pending/s)
  await expect(screen.detail.getByRole('region', { name: 'Counter-notices' })).toContainText(
    'I took this photo myself.',
  )
  await screen.detail.getByLabel('Reason for rejection').selectOption('Not the owner or an authorized agent')
  await screen.detail.getByLabel('Message to the complainant').fill('The uploader showed us the negative.')
  const mail = screen.detail.getByRole('article', { name: 'When rejected' })
  await expect(mail).toContainText('it does not show that you own the work')
  await expect(mail).toContainText('The uploader showed us the negative.')
  await screen.reject.click()
  await expect(screen.toast).toHaveText('SuccessDMCA takedown updated successfully')
})
