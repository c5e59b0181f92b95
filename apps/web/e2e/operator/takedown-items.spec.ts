import { expectAccessible } from '../support/accessible.ts'
import { addTakedown, takedownsScreen } from '../support/admin-takedowns-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectLoaded } from '../support/loaded-picture.ts'

test('removes the items of a request but the one that is left in place', { tag: '@phone' }, async ({
  page,
  operator,
  site,
  visitor,
}) => {
  const owner = await visitor()
  const [first, second, third] = (await owner.uploadPhotos(3)).map(({ id }) => id)
  const id = await addTakedown(site, { mediaId: first ?? 0, furtherIds: [second ?? 0, third ?? 0] })
  await operator.open(`/adm/dmca?id=${id}`)
  const screen = takedownsScreen(page)
  const item = (mediaId: number | undefined) => screen.detail.getByRole('region', { name: `Media #${mediaId}` })
  for (const mediaId of [first, second, third]) await expectLoaded(item(mediaId).getByRole('img'))
  await expect(screen.detail.getByRole('checkbox')).toHaveCount(1)
  await screen.detail.getByRole('checkbox', { name: 'Remove these 3 items, too, when the request is resolved' }).check()
  await item(second).getByRole('checkbox', { name: 'Leave this item in place' }).check()
  const mail = screen.detail.getByRole('region', { name: 'E-mail to the complainant' })
  await expect(mail).toContainText('Of the 3 items that it names, we removed 2 from HotVote and left 1 in place.')
  await expectAccessible(page)

  await screen.resolve.click()
  const question = page.getByRole('alertdialog', { name: 'Remove 2 items and resolve?' })
  await expect(question).toContainText('and 1 more item, with all their votes and views, will be deleted for good.')
  await expect(question).toContainText('1 item stays in place.')
  await question.getByRole('button', { name: 'Remove and resolve' }).click()
  await expect(screen.toast).toHaveText('SuccessDMCA takedown updated successfully')
  expect(await site.query('SELECT id::int FROM media WHERE position IS NOT NULL')).toEqual([{ id: second }])

  await operator.open(`/adm/dmca?id=${id}`)
  for (const mediaId of [first, third])
    await expect(screen.detail.getByRole('region', { name: `Media #${mediaId}, deleted` })).toBeVisible()
  await expect(item(second)).toContainText('Open the photo')
})
