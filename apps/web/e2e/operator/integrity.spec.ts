import { holdCalls } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import type { Site } from '../support/running-site.ts'
import { seedMedia, seedUsers } from '../support/seeded-collection.ts'

/** Visitor1 votes Hot on all 60 items within 12 seconds; synthetic Visitor7 votes on three. */
const seedVotes = async (site: Site) => {
  await seedMedia(site, 60)
  await seedUsers(site, 7)
  await site.query(
    `INSERT INTO votes (user_id, media_id, is_hot, created_at)
     SELECT u.id, m.id, true, now() - interval '1 hour' - interval '200 milliseconds' * (m.position % 60)
     FROM users u, media m WHERE username = 'Visitor1' OR username = 'Visitor7' AND m.position % 20 = 1`,
  )
  await site.query('UPDATE users SET votes_cast = (SELECT count(*) FROM votes WHERE user_id = users.id)')
  await site.query('UPDATE media SET hot_votes = (SELECT count(*) FROM votes WHERE media_id = media.id), not_votes = 0')
}

const countVotes = async (site: Site) => {
  const [row] = await site.query<{ n: number }>('SELECT sum(hot_votes + not_votes)::int AS n FROM media')
  return row?.n
}

test('shows outliers, sets their votes aside and counts them again', async ({ page, operator, site }) => {
  await seedVotes(site)
  await operator.open('/adm/integrity')
  const row = (reason: string) =>
    page
      .getByRole('grid', { name: 'Outliers' })
      .getByRole('row')
      .filter({ has: page.getByText(reason, { exact: true }) })
  const setAside = page.getByRole('grid', { name: 'Set aside' })
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Set aside' })
  await expect(page.getByText('3 outliers, most votes first')).toBeVisible()
  await expect(row('Burst')).toContainText('60 votes within one minute')
  await expect(row('Too fast to look')).toContainText('0.20 s from one vote to the next (median)')
  await expect(row('Always the same side')).toContainText('100% of the votes are the same')
  await page.getByRole('combobox', { name: 'Reason' }).selectOption('Burst')
  const button = row('Burst').getByRole('button', { name: 'Set aside: Visitor1' })
  const calls = await holdCalls(page, /outliers\?.*days=1(&|$)/)
  await page.getByRole('combobox', { name: 'Votes of' }).selectOption('The last day')
  // The seven-day rows are still shown and can't be set aside as one-day rows.
  await expect(button).toBeDisabled()
  calls.release()
  await expect(page).toHaveURL('/adm/integrity?reason=burst&days=1')

  await expect(button).toBeEnabled()
  await button.press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText('All votes of Visitor1, on every item.')
  await confirm.press('Enter')
  await expect(page.getByText('Set the votes of 1 voter aside.')).toBeVisible()
  await expect(page.getByText('Nothing stands out')).toBeVisible()
  expect(await countVotes(site)).toBe(3)
  await setAside.getByRole('button', { name: 'Count again: Visitor1' }).click()
  await expect(page.getByText('The votes of 1 voter count again.')).toBeVisible()
  await expect(row('Burst')).toBeVisible()
  expect(await countVotes(site)).toBe(63)

  await page.getByRole('button', { name: 'Set synthetic votes aside' }).click()
  await confirm.click()
  await expect(page.getByText('1 synthetic voter, 1 of them set aside.')).toBeVisible()
  expect(await countVotes(site)).toBe(60)
})
