import { noise } from '../../../api/test/make/pictures.ts'
import { expect, type OtherVisitor, test } from '../support/fixtures.ts'
import { addTakedown } from '../support/operator-rows.ts'
import { queueScreen } from '../support/operator-screens.ts'
import { expectLoaded } from '../support/rendering.ts'
import type { Site } from '../support/running-site.ts'
import { statsScreen } from '../support/stats-screen.ts'
import { uploadScreen } from '../support/upload-screen.ts'

const twoFiles = async () => {
  const picture = noise(9, 8, 7).resize(540, 480, { kernel: 'cubic' })
  const [large, small] = [await picture.png().toBuffer(), await picture.clone().jpeg({ quality: 70 }).toBuffer()]
  return [
    { name: 'large.png', mimeType: 'image/png', buffer: large },
    { name: 'small.jpg', mimeType: 'image/jpeg', buffer: small },
  ] as const
}

const takeDown = async (site: Site, owner: OtherVisitor) => {
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
  const picture = await noise(9, 8, 7).resize(216, 192, { kernel: 'cubic' }).webp().toBuffer()
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

test('keeps an upload waiting that resembles a removed item until the operator decides', async ({
  page,
  operator,
  site,
  visitor,
}) => {
  const { takedownId, small } = await takeDown(site, await visitor())
  const upload = uploadScreen(page)
  await upload.open()
  await upload.browse(small)
  await upload.uploadAll.click()
  await expect(upload.row('small.jpg')).toContainText('Waiting for review')
  await expect(upload.row('small.jpg')).toContainText("We'll review it before it's shown to others.")
  const stats = statsScreen(page)
  await stats.open()
  await expect(stats.cards).toHaveText([/Waiting for review/])
  await stats.thumbnail('small.jpg').click()
  await expect(stats.details).toContainText("Waiting for review. We'll review it before it's shown to others.")

  await operator.open('/adm/queue')
  const queue = queueScreen(page)
  const card = queue.card('Look-alike media #')
  await expect(card.getByRole('link', { name: /^request #/ })).toHaveAttribute('href', `/adm/dmca?id=${takedownId}`)
  await expectLoaded(card.getByRole('img', { name: 'The item taken down' }))
  await expectLoaded(card.getByRole('button', { name: 'Enlarge small.jpg' }).locator('img').last())
  await card.getByRole('button', { name: /^Remove/ }).click()
  const question = page.getByRole('alertdialog', { name: /^Remove media #/ })
  await expect(question).toContainText('will be deleted for good')
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(queue.done).toHaveText('small.jpg was removed.')
  await expect(card).toHaveCount(0)
})

test('tells the uploader that an upload waits, and why it was not approved', async ({ page, site }) => {
  await site.query(`INSERT INTO settings (name, version, values, actor)
    VALUES ('upload-review', 1, '{"mode": "everything", "approvals": 3, "trustsSaved": false}', 'operator')`)
  const [large] = await twoFiles()
  const upload = uploadScreen(page)
  await upload.open()
  await upload.browse(large)
  await upload.uploadAll.click()
  await expect(upload.row('large.png')).toContainText('Waiting for review')
  await site.query(`UPDATE media SET status = 'trashed', trashed_at = now(), trashed_by = 'operator',
    declined_reason = 'quality', declined_note = 'Too dark.' WHERE status = 'waiting'`)
  const stats = statsScreen(page)
  await stats.open()
  await expect(stats.cards).toHaveText([/Not approved.*The quality is too low\..*“Too dark\.”.*Will be deleted on/])
  await expect(stats.cards.getByRole('button')).toHaveCount(0)
})
