import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { expectEveryValueSeen } from '../support/every-value.ts'
import { expect, test } from '../support/fixtures.ts'
import { holdCalls } from '../support/held-calls.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { roundTrip } from '../support/round-trip.ts'
import type { Site } from '../support/running-site.ts'
import { seedMedia, seedUsers } from '../support/seeded-collection.ts'
import { expectToast } from '../support/toast.ts'

/** Visitor1 votes Hot on all 60 items within 12 seconds; synthetic Visitor7 votes on three. */
const seedVotes = async (site: Site) => {
  await seedMedia(site, 60)
  await seedUsers(site, 7)
  await site.query(`
WITH made AS (
  INSERT INTO votes (user_id, media_id, is_hot, created_at)
  SELECT u.id, m.id, true, now() - interval '1 hour' - interval '200 milliseconds' * (m.position % 60)
  FROM users u, media m WHERE username = 'Visitor1' OR username = 'Visitor7' AND m.position % 20 = 1 RETURNING 1)
SELECT count(*) FROM made`)
  await site.query(`
UPDATE users SET votes_cast = (SELECT count(*) FROM votes WHERE user_id = users.id)`)
  await site.query(`
UPDATE media SET hot_votes = (SELECT count(*) FROM votes WHERE media_id = media.id), not_votes = 0`)
}

const screenOf = (page: Page) => {
  const table = page.getByRole('grid', { name: 'Outliers' })
  return {
    row: (reason: string) => table.getByRole('row').filter({ has: page.getByText(reason, { exact: true }) }),
    setAside: page.getByRole('grid', { name: 'Set aside' }),
    question: page.getByRole('alertdialog'),
  }
}

const expectFocusKeptAsCard = async (page: Page, row: Locator, button: Locator) => {
  const card = row.and(page.locator('[data-card]'))
  await expect(card).toHaveCount(0)
  await button.focus()
  await page.setViewportSize({ width: 390, height: 900 })
  await expect(card).toHaveCount(1)
  await expect(button).toBeFocused()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(card).toHaveCount(0)
}

const votesThatCount = async (site: Site) => {
  const [row] = await site.query<{ n: number }>('SELECT sum(hot_votes + not_votes)::int AS n FROM media')
  return row?.n
}

test('the operator sees what stands out, sets it aside and counts it again', { tag: '@phone' }, async ({
  page,
  operator,
  site,
  isMobile,
}) => {
  await seedVotes(site)
  const looking = await holdCalls(page, '**/api/admin/outliers?*')
  const [others] = await Promise.all([
    Promise.all(['synthetic-votes', 'set-asides*'].map((call) => page.waitForResponse(`**/api/admin/${call}`))),
    // No screen offers this range.
    operator.open('/adm/integrity?days=5'),
  ])
  for (const other of others) await other.finished()
  await roundTrip(page)
  looking.release()
  const { row, setAside, question } = screenOf(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Integrity')
  await expect(page.getByText('3 outliers, most votes first')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Votes of' })).toHaveValue('7')
  await expect(row('Burst')).toContainText('60 votes within one minute')
  const [voter] = await site.query<{ id: string }>(`SELECT id FROM users WHERE username = 'Visitor1'`)
  const name = row('Burst').getByRole('link', { name: 'Visitor1', exact: true })
  await expect(name).toHaveAttribute('href', `/adm/users/${voter?.id}`)
  await expect(row('Too fast to look')).toContainText('0.20 s from one vote to the next (median)')
  await expect(row('Always the same side')).toContainText('100% of the votes are the same')
  await expect(page.getByText('Nothing was set aside')).toBeVisible()
  expect(await layoutShift(page)).toBeLessThan(0.02)
  await expectAccessible(page)

  await page.getByRole('combobox', { name: 'Reason' }).selectOption('Burst')
  const held = Promise.withResolvers<void>()
  await page.route(/outliers\?.*days=1(&|$)/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('combobox', { name: 'Votes of' }).selectOption('The last day')
  // The seven-day rows are still shown and can't be set aside as one-day rows.
  await expect(row('Burst').getByRole('button', { name: 'Set aside: Visitor1' })).toBeDisabled()
  held.resolve()
  await expect(page).toHaveURL('/adm/integrity?days=1&reason=burst')
  await expect(page.getByText('1 outlier, most')).toBeVisible()
  await page.reload()
  await expect(row('Burst')).toContainText('Visitor1')
  const button = row('Burst').getByRole('button', { name: 'Set aside: Visitor1' })
  await expect(button).toBeEnabled()
  // Both helpers resize the window.
  if (!isMobile) {
    await expectEveryValueSeen(page, page.getByRole('grid', { name: 'Outliers' }))
    await expectFocusKeptAsCard(page, row('Burst'), button)
  }
  await button.press('Enter')
  await expect(question).toContainText('Set votes aside?')
  await expect(question).toContainText('All votes of Visitor1, on every item.')
  await question.getByRole('button', { name: 'Set aside' }).press('Enter')
  await expect(page.getByText('Set the votes of 1 voter aside.')).toBeVisible()
  await expect(page.getByText('Nothing stands out')).toBeVisible()
  expect(await votesThatCount(site)).toBe(3)
  await expect(setAside.getByRole('row').nth(1)).toContainText('Visitor1')
  await expectAccessible(page)

  if (isMobile) return
  await setAside.getByRole('button', { name: 'Count again: Visitor1' }).click()
  await expect(page.getByText('The votes of 1 voter count again.')).toBeVisible()
  await expect(setAside.getByText('Counts again')).toBeVisible()
  await expect(row('Burst')).toBeVisible()
  expect(await votesThatCount(site)).toBe(63)

  await expect(page.getByText('1 synthetic voter, 0 of them set aside.')).toBeVisible()
  await page.getByRole('button', { name: 'Set synthetic votes aside' }).click()
  await question.getByRole('button', { name: 'Set aside' }).click()
  await expect(page.getByText('1 of them set aside.')).toBeVisible()
  expect(await votesThatCount(site)).toBe(60)
  await setAside.getByRole('button', { name: 'Count again: Synthetic votes' }).click()
  await expect(page.getByText('0 of them set aside.')).toBeVisible()
  expect(await votesThatCount(site)).toBe(63)

  await page.route('**/api/admin/operations/set-votes-aside', async (route) => {
    const response = await route.fetch()
    const result = { message: 'Set the votes of 1 voter aside', voters: 1 }
    const json = { ...(await response.json()), status: 'failed', result, error: 'This work broke off several times.' }
    await route.fulfill({ response, json })
  })
  await page.getByRole('button', { name: 'Set synthetic votes aside' }).click()
  await question.getByRole('button', { name: 'Set aside' }).click()
  await expectToast(
    page.getByRole('region', { name: 'Notification' }).getByRole('listitem'),
    'Failed to change which votes count',
    'Set the votes of 1 voter aside. This work broke off several times.',
  )
  await page.unrouteAll({ behavior: 'wait' })
})

test('leads through pages of 50 outliers', async ({ page, operator, site }) => {
  await seedMedia(site, 60)
  await seedUsers(site, 18)
  await site.query(`
INSERT INTO votes (user_id, media_id, is_hot, created_at)
SELECT u.id, m.id, true, now() - interval '1 hour' - interval '200 milliseconds' * m.position
FROM users u, media m WHERE username LIKE 'Visitor%'`)
  await operator.open('/adm/integrity')
  await expect(page.getByText('50 outliers on this page, most votes first')).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).press('Enter')
  await expect(page.getByText('4 outliers on this page')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('combobox', { name: 'Reason' }).selectOption('Burst')
  await expect(page.getByText('18 outliers, most votes first')).toBeVisible()
  await expect(page).toHaveURL('/adm/integrity?reason=burst')
})
