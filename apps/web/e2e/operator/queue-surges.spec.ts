import { expectAccessible } from '../support/accessible.ts'
import { queueScreen } from '../support/admin-queue-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import type { Site } from '../support/running-site.ts'
import { seedMedia, showPictures } from '../support/seeded-collection.ts'

/** A surge of 312 visitors; three voters of its network cast four votes on two items. */
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

test.beforeEach(({ page }) => showPictures(page))

test('dismisses and restores a surge of new visitors by key', {
  tag: '@phone',
}, async ({ page, operator, site }) => {
  await addSurge(site)
  const queue = queueScreen(page)
  await operator.open('/adm/queue')
  const card = queue.card('New visitors of Network ab12')
  await expect(card).toContainText('312 new visitors within an hour · 4 votes on 2 items')
  await expect(card.getByRole('list', { name: 'Items with the most votes' }).getByRole('listitem')).toHaveText([
    /^3 × /,
    /^1 × /,
  ])
  await expect(page).toHaveTitle('(1) Queue · HotVote admin')
  await expect(card.getByRole('link', { name: 'Look at the votes of networks' })).toHaveAttribute(
    'href',
    '/adm/integrity?days=1&reason=network',
  )
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect(queue.done).toHaveText('Network ab12 was dismissed.')
  await expect(card).toBeHidden()
  await queue.undo.press('Enter')
  await expect(card).toBeVisible()
  await card.getByRole('link', { name: 'Look at the votes of networks' }).click()
  await expect(page.getByRole('heading', { name: 'Integrity', level: 1 })).toBeVisible()
})
