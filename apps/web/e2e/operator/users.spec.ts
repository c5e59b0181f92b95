import { readFileSync } from 'node:fs'
import { expectAccessible } from '../support/accessible.ts'
import { expectEveryValueSeen } from '../support/every-value.ts'
import { expect, test } from '../support/fixtures.ts'
import type { Site } from '../support/running-site.ts'
import { seedUsers } from '../support/seeded-collection.ts'

const someUsers = async (site: Site) => {
  await seedUsers(site, 14)
  await site.query(
    `UPDATE users SET created_at = '2024-02-10 12:00Z', last_login_at = '2025-06-15 12:00Z' WHERE username = 'Visitor2'`,
  )
  await site.query(`UPDATE users SET created_at = '2023-02-20 12:00Z' WHERE username = 'Visitor3'`)
}

test('shows totals and who came, the newest first', { tag: '@phone' }, async ({ page, operator, site }) => {
  await seedUsers(site, 14)
  await operator.open('/adm/users')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('User Management')
  await expect(main.getByText('Total Users', { exact: true }).locator('..')).toContainText('14')
  await expect(main.getByText('Active Users', { exact: true }).locator('..')).toContainText('14')
  await expect(main.getByText('Total Uploads', { exact: true }).locator('..')).toContainText('21')
  await expect(main.getByText('Showing 14 of 14 users')).toBeVisible()
  const table = page.getByRole('grid', { name: 'Users' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'User',
    'Contact',
    'Location',
    'Activity',
    'Last Login',
    'Logins',
    'Joined',
  ])
  await expect(table.getByRole('columnheader', { name: 'Joined' })).toHaveAttribute('aria-sort', 'descending')
  const row = (name: string) => table.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
  await expect(table.getByRole('row').nth(1)).toContainText('Visitor14')
  await expect(row('Visitor14')).toContainText('Synthetic')
  await expect(row('Visitor14').getByText('48.86, 2.35', { exact: true })).toBeVisible()
  await expect(row('Visitor6')).toContainText('visitor6@mail.example')
  await expect(row('Visitor6')).toContainText('Saved')
  await expect(row('Visitor9')).toContainText('Not verified')
  await expect(row('Visitor10')).toContainText('Never')
  for (const fact of ['2 uploads', '60 votes', '600 views']) await expect(row('Visitor6')).toContainText(fact)
  const [user] = await site.query<{ id: string }>(`SELECT id FROM users WHERE username = 'Visitor6'`)
  const name = row('Visitor6').getByRole('link', { name: 'Visitor6', exact: true })
  await expect(name).toHaveAttribute('href', `/adm/users/${user?.id}`)
  await expectAccessible(page)
  await row('Visitor6').getByRole('link', { name: 'Media of Visitor6: 2 uploads' }).click()
  await expect(page).toHaveURL(/\/adm\/media\?userId=\d+$/)
  await expect(page.getByText('No media found')).toBeVisible()
  await page.getByRole('button', { name: 'Show all', exact: true }).click()
  await expect(page).toHaveURL('/adm/media')
})

test('sorts a text column from A to Z with the first click', async ({ page, operator, site }) => {
  await seedUsers(site, 3)
  await operator.open('/adm/users')
  const user = page.getByRole('columnheader', { name: 'User' })
  await user.getByRole('button').click()
  await expect(user).toHaveAttribute('aria-sort', 'ascending')
  const rows = page.getByRole('grid', { name: 'Users' }).getByRole('row')
  await expect(rows).toContainText(['User', 'Visitor1', 'Visitor2', 'Visitor3'])
  await user.getByRole('button').click()
  await expect(user).toHaveAttribute('aria-sort', 'descending')
})

test('search, group and sort stay in the address', async ({ page, operator, site }) => {
  await seedUsers(site, 14)
  await site.query(
    `UPDATE users SET username = repeat('W', 30), email = repeat('long.', 10) || 'address@mail.example' WHERE username = 'Visitor14'`,
  )
  await operator.open('/adm/users')
  const rows = page.getByRole('grid', { name: 'Users' }).getByRole('row')
  const activity = page.getByRole('columnheader', { name: 'Activity' })
  await activity.getByRole('button').click()
  await expect(activity).toHaveAttribute('aria-sort', 'descending')
  const long = rows.nth(1).getByRole('link', { name: /^W+$/ })
  await expect(long).toBeVisible()
  const room = long.evaluate((link) => {
    const text = document.createRange()
    text.selectNodeContents(link)
    const lines = text.getBoundingClientRect()
    const place = link.getBoundingClientRect()
    const margin = Number.parseFloat(getComputedStyle(link).marginTop)
    return lines.top > place.top - margin - 1 && lines.bottom < place.bottom + margin + 1
  })
  expect(await room).toBe(true)
  await activity.getByRole('button').click()
  await expect(rows.nth(1).getByText('Visitor1', { exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Group' }).selectOption('Saved accounts')
  await expect(page.getByText('Showing 2 of 14 users')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search' }).fill('VISITOR12@')
  await expect(page.getByText('Showing 1 of 14 users')).toBeVisible()
  await expect(page).toHaveURL('/adm/users?sort=activity&order=asc&group=saved&search=VISITOR12%40')
  await page.reload()
  await expect(page.getByText('Showing 1 of 14 users')).toBeVisible()
  await expect(activity).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody at all')
  await expect(page.getByText('No users found')).toBeVisible()
  await expect(page.getByText('Showing 0 of 14 users')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show all', exact: true }).press('Enter')
  await expect(page.getByText('Showing 14 of 14 users')).toBeVisible()
  await expectEveryValueSeen(page, page.getByRole('grid', { name: 'Users' }))
})

const yearsFrom = (last: number) => Array.from({ length: last - 2015 }, (_, n) => String(last - n))

test('date range filters offer the years down to 2016, count once applied, and can be reset', async ({
  page,
  operator,
  site,
}) => {
  await page.clock.setFixedTime('2025-06-15T12:00:00Z')
  await someUsers(site)
  await operator.open('/adm/users')
  await expect(page.getByText('Showing 14 of 14 users')).toBeVisible()
  const panel = page.getByRole('button', { name: /^Date Range Filters/ })
  await expect(panel).toHaveAttribute('aria-expanded', 'false')
  await panel.click()
  await expect(page.getByText('Filters use UTC')).toBeVisible()
  const year = page.getByRole('combobox', { name: 'Year' })
  await expect(year.getByRole('option')).toHaveText(['Any year', ...yearsFrom(2025)])
  const lastDays = page.getByRole('combobox', { name: 'Last days' }).getByRole('option')
  await expect(lastDays).toHaveText(['Any time', 'Last 1 day', 'Last 7 days', 'Last 30 days', 'Last 90 days'])
  expect(await lastDays.evaluateAll((all: HTMLOptionElement[]) => all.map(({ value }) => value))).toEqual([
    '',
    ...['1', '7', '30', '90'],
  ])
  await expect(page.getByRole('combobox', { name: 'Month' }).getByRole('option')).toHaveText([
    'Any month',
    ...['January', 'February', 'March', 'April', 'May', 'June'],
    ...['July', 'August', 'September', 'October', 'November', 'December'],
  ])
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/admin/users?')) requests.push(request.url())
  })
  await page.getByRole('combobox', { name: 'Month' }).selectOption('February')
  await year.selectOption('2024')
  await expect(page.getByText('Showing 14 of 14 users')).toBeVisible()
  await page.getByRole('button', { name: 'Apply Filters' }).press('Enter')
  await expect(page.getByText('Showing 1 of 14 users')).toBeVisible()
  expect(requests).toHaveLength(1)
  await expect(page).toHaveURL('/adm/users?year=2024&month=2')
  await expect(page.getByRole('button', { name: 'Apply Filters' })).toBeFocused()
  await expect(panel).toContainText('2 active')
  await page.clock.setFixedTime('2027-01-15T12:00:00Z')
  await page.reload()
  await expect(year).toHaveValue('2024')
  await expect(year.getByRole('option')).toHaveText(['Any year', ...yearsFrom(2027)])
  await expectAccessible(page)
  await page.getByLabel('To', { exact: true }).fill('2025-06-14')
  await page.getByRole('button', { name: 'Reset Filters' }).press('Enter')
  await expect(page.getByText('Showing 14 of 14 users')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reset Filters' })).toBeFocused()
  await expect(year).toHaveValue('')
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('')
  await expect(page).toHaveURL('/adm/users')
  await page.getByRole('combobox', { name: 'Last days' }).selectOption('Last 30 days')
  await page.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(page).toHaveURL('/adm/users?lastDays=30')
  await expect(page.getByText('Showing 12 of 14 users')).toBeVisible()

  await page.goto('/adm/users?lastDays=nonsense')
  await expect(page.getByText('Showing 14 of 14 users')).toBeVisible()
  await expect(panel).toHaveAttribute('aria-expanded', 'false')
  await panel.click()
  await page.getByRole('combobox', { name: 'Date', exact: true }).selectOption('Last Login')
  await page.getByLabel('From').fill('2025-06-15')
  await page.getByLabel('To', { exact: true }).fill('2025-06-14')
  await page.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(page.getByText('The last day is before the first one.')).toBeVisible()
  await page.getByLabel('To', { exact: true }).fill('2025-06-15')
  await page.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(page.getByText('Showing 1 of 14 users')).toBeVisible()
  await expect(page).toHaveURL(/dateField=lastLoginAt&from=2025-06-15&to=2025-06-15/)
})

test('downloads and deletes the data of a user on request', async ({ page, operator, site }) => {
  await seedUsers(site, 3)
  await operator.open('/adm/users')
  const table = page.getByRole('grid', { name: 'Users' })
  const row = table.getByRole('row').filter({ has: page.getByText('Visitor2', { exact: true }) })
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Visitor2' })).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download data' }).click()
  const download = await downloading
  expect(JSON.parse(readFileSync(await download.path(), 'utf8')).profile.username).toBe('Visitor2')

  await page.getByRole('button', { name: 'Delete account' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete this account?' })
  await expect(question).toContainText('“Visitor2” will be gone for good')
  await question.getByRole('textbox', { name: 'Type Visitor2 to confirm' }).fill('Visitor')
  await expect(question.getByRole('button', { name: 'Delete account' })).toBeDisabled()
  await question.getByRole('textbox', { name: 'Type Visitor2 to confirm' }).fill('Visitor2')
  await question.getByRole('button', { name: 'Delete account' }).click()
  await expect(page).toHaveURL('/adm/users')
  await expect(row).toHaveCount(0)
  const events = await site.query<{ event: string }>(`SELECT event FROM audit_log WHERE context ? 'userId' ORDER BY id`)
  expect(events.slice(0, 2).map(({ event }) => event)).toEqual(['PERSONAL_DATA_EXPORTED', 'ACCOUNT_DELETE_REQUEST'])
})

test('leads through pages of 50 users by keyboard', { tag: '@phone' }, async ({ page, operator, site }) => {
  await seedUsers(site, 120)
  await operator.open('/adm/users')
  const table = page.getByRole('grid', { name: 'Users' })
  const row = (name: string) => table.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
  const pages = page.getByRole('navigation', { name: 'Pages' })
  const next = pages.getByRole('link', { name: 'Next' })
  await row('Visitor120').focus()
  await page.keyboard.press('ArrowDown')
  await expect(row('Visitor119')).toBeFocused()
  await page.keyboard.press('End')
  await expect(row('Visitor71')).toBeFocused()
  await expect(row('Visitor71')).toBeInViewport()
  await next.press('Enter')
  await expect(row('Visitor70')).toBeInViewport()
  await expect(page.getByText('Showing 120 of 120 users')).toBeVisible()
  await expect(page).toHaveURL(/\/adm\/users\?cursor=/)
  await next.press('Enter')
  await expect(row('Visitor1')).toBeVisible()
  await expect(table.getByRole('row')).toHaveCount(21)
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  await pages.getByRole('link', { name: 'Previous' }).press('Enter')
  await expect(row('Visitor70')).toBeInViewport()

  const byActivity = table.getByRole('columnheader', { name: 'Activity' }).getByRole('button')
  await byActivity.press('Enter')
  await expect(page).toHaveURL('/adm/users?sort=activity')
  await expect(row('Visitor120')).toBeInViewport()
  await expect(byActivity).toBeFocused()
})
