import { noise } from '../../api/test/pictures.ts'
import { expectAccessible } from './accessible.ts'
import { quieten } from './admin-login-screen.ts'
import { addTakedown, takedownsScreen } from './admin-takedowns-screen.ts'
import { expect, test } from './fixtures.ts'
import { holdCalls } from './held-calls.ts'
import { layoutShift } from './layout-shift.ts'
import { expectLoaded } from './loaded-picture.ts'
import type { OtherVisitor } from './other-visitor.ts'
import { roundTrip } from './round-trip.ts'
import type { Site } from './running-site.ts'
import { statsScreen } from './stats-screen.ts'
import { uploadScreen } from './upload-screen.ts'

/** Two files of one picture, the second compressed. */
const twoFiles = async () => {
  const picture = noise(9, 8, 7).resize(540, 480, { kernel: 'cubic' })
  const [large, small] = [await picture.png().toBuffer(), await picture.clone().jpeg({ quality: 70 }).toBuffer()]
  return [
    { name: 'large.png', mimeType: 'image/png', buffer: large },
    { name: 'small.jpg', mimeType: 'image/jpeg', buffer: small },
  ] as const
}

/** As if an upload of this visitor had been taken down; `hasPicture`: what is stored of it is there. */
const takeDown = async (site: Site, owner: OtherVisitor, hasPicture: boolean) => {
  const [large, small] = await twoFiles()
  const { id, originalName } = await owner.upload(large)
  const takedownId = await addTakedown(site, { status: 'resolved', mediaId: id })
  const removedItem = {
    id,
    originalName,
    username: owner.username,
    mimeType: 'image/png',
    votes: 0,
    removedAt: new Date(),
  }
  const picture = hasPicture ? await noise(9, 8, 7).resize(216, 192, { kernel: 'cubic' }).webp().toBuffer() : null
  await site.query('UPDATE takedown_items SET removed_item = $2, removed_picture = $3 WHERE takedown_id = $1', [
    takedownId,
    JSON.stringify(removedItem),
    picture,
  ])
  await site.query(
    `INSERT INTO taken_down_media (takedown_id, media_id, owner_id, is_upheld, perceptual_hash)
    SELECT $1, id, owner_id, true, perceptual_hash FROM media WHERE id = $2`,
    [takedownId, id],
  )
  return { takedownId, small }
}

test('an upload that looks like what was taken down waits, in the words of its uploader’s screens', async ({
  page,
  site,
  visitor,
}) => {
  const { small } = await takeDown(site, await visitor(), false)
  const upload = uploadScreen(page)
  await upload.open()
  await upload.browse(small)
  await upload.uploadAll.click()
  await expect(upload.row('small.jpg')).toContainText('Waiting for review')
  await expect(upload.row('small.jpg')).toContainText('The operator of this site looks at it before others see it.')
  await expectAccessible(page)
  const stats = statsScreen(page)
  await stats.open()
  await stats.expectTotals('1', '0', '0')
  await expect(stats.cards).toHaveText([/Waiting for review/])
  await stats.thumbnail('small.jpg').click()
  await expect(stats.details).toContainText('Waiting for review. It looks like something that was taken down.')
})

test('the operator compares, and publishes or removes', { tag: '@phone' }, async ({
  page,
  operator,
  site,
  visitor,
  isMobile,
}) => {
  const owner = await visitor()
  const { takedownId, small } = await takeDown(site, owner, true)
  const other = await visitor()
  const first = await other.upload(small)
  const screen = takedownsScreen(page)
  const looking = await holdCalls(page, '**/api/admin/look-alikes?*')
  // All else is asked for meanwhile.
  const others = ['dmca-takedowns?*', 'dmca-takedown-counts'].map((call) =>
    page.waitForResponse(`**/api/admin/${call}`),
  )
  await operator.open('/adm/dmca')
  for (const answer of others) await (await answer).finished()
  await roundTrip(page)
  looking.release()
  const queue = page.getByRole('list', { name: 'Waiting uploads' })
  const card = (id: number) => queue.getByRole('listitem', { name: `Media #${id}` })
  await expect(page.getByRole('heading', { name: 'Waiting for review (1)' })).toBeVisible()
  await expect(screen.tile('Resolved')).toBeVisible()
  await expect(card(first.id)).toContainText(`small.jpg by ${other.username}`)
  await expect(card(first.id)).toContainText(`large.png by ${owner.username}`)
  for (const { id, username } of [owner, other])
    await expect(card(first.id).getByRole('link', { name: username, exact: true })).toHaveAttribute(
      'href',
      `/adm/users/${id}`,
    )
  for (const name of [`The upload of ${other.username} that waits`, 'What was taken down']) {
    const picture = card(first.id).getByRole('img', { name })
    await expectLoaded(picture)
  }
  await expect(card(first.id).getByRole('link', { name: /^Request #/ })).toHaveAttribute(
    'href',
    `/adm/dmca?id=${takedownId}`,
  )
  expect(await layoutShift(page)).toBeLessThan(0.02)
  await expectAccessible(page)

  // What follows is the same on a phone.
  if (isMobile) return
  const second = await other.upload({ ...small, name: 'again.jpg' })
  await expect(queue.getByRole('listitem')).toHaveCount(2)
  await card(first.id).getByRole('button', { name: 'Publish' }).press('Enter')
  await expect(screen.toast).toHaveText('SuccessThe item was published')
  await expect(queue.getByRole('listitem')).toHaveCount(1)
  await card(second.id).getByRole('button', { name: 'Remove' }).click()
  const question = page.getByRole('alertdialog', { name: `Remove media #${second.id}?` })
  await expect(question).toContainText(`again.jpg of ${other.username} will be deleted for ever`)
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(screen.toast).toHaveText('SuccessThe item was removed')
  await expect(queue).toHaveCount(0)

  await site.query(
    `WITH item AS (
      INSERT INTO media (owner_id, status, mime_type, original_name, size_bytes, width, height, original_key, sha256)
      SELECT $1, 'waiting', 'image/jpeg', 'made.jpg', 1000, 640, 480, 'made-' || n, sha256(int4send(n))
      FROM generate_series(1, 14) n RETURNING id)
    INSERT INTO look_alikes (media_id) SELECT id FROM item`,
    [other.id],
  )
  await page.reload()
  await expect(page.getByText('Here are the oldest 12; the queue lists all of them.')).toBeVisible()
  await expectAccessible(page)
  for (const left of [13, 12, 11]) {
    await queue.getByRole('button', { name: 'Publish' }).first().press('Enter')
    await expect(page.getByRole('heading', { name: `Waiting for review (${left})` })).toBeVisible()
    await expect(queue.getByRole('listitem')).toHaveCount(Math.min(12, left))
  }
  await site.query(`DELETE FROM media WHERE original_key LIKE 'made-%'`)
  const left = `SELECT id::int, status FROM media WHERE id >= $1 AND status NOT IN ('trashed', 'deleted')`
  expect(await site.query(left, [first.id])).toEqual([{ id: first.id, status: 'ready' }])
})

test('a late decision, and a queue that does not load', async ({ page, operator, site, visitor, problems }) => {
  problems.expect(/^(409|500) .*\/api\/admin\/look-alikes/)
  const { small } = await takeDown(site, await visitor(), false)
  const item = await (await visitor()).upload(small)
  await page.route('**/api/admin/look-alikes?*', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await operator.open('/adm/dmca')
  const failure = page.getByRole('alert')
  await expect(failure).toContainText('Failed to load waiting uploads')
  await expect(takedownsScreen(page).list).toBeVisible()
  await failure.getByRole('button', { name: 'Try again' }).click()
  const card = page.getByRole('listitem', { name: `Media #${item.id}` })
  await expect(card).toContainText('Its picture is gone')
  await quieten(page)
  await site.query('DELETE FROM look_alikes')
  await site.query(`UPDATE media SET status = 'ready' WHERE id = $1`, [item.id])
  await card.getByRole('button', { name: 'Publish' }).click()
  await expect(takedownsScreen(page).toast).toHaveText('ErrorThis item was published meanwhile.')
  await expect(card).toHaveCount(0)
})
