import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { quieten } from '../support/admin-login-screen.ts'
import { expectToast } from '../support/admin-settings-screen.ts'
import { addTakedown } from '../support/admin-takedowns-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { holdCalls } from '../support/held-calls.ts'
import { seedPhotos, seedUsers } from '../support/seeded-collection.ts'
import { NOT_LOADED } from '../support/toast.ts'

const menuOf = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Go to' })
  return {
    dialog,
    text: dialog.getByRole('combobox'),
    option: (name: string | RegExp) => dialog.getByRole('option', { name }),
    current: dialog.getByRole('option', { selected: true }),
    open: async () => {
      await expect(page.getByRole('button', { name: 'Go to' })).toBeVisible()
      await page.keyboard.press('ControlOrMeta+k')
      await expect(dialog.getByRole('combobox')).toBeFocused()
    },
  }
}

/** Search words that the screen's own name does not contain. */
const OTHER_WORDS = [
  ['dmca', 'Takedowns'],
  ['reports', 'Queue'],
  ['threshold', 'E-mail Capture'],
  ['email', 'E-mail Capture'],
  ['history', 'Audit Logs'],
  ['empty', 'TrashMedia'],
] as const

test('asks before it leaves unsaved changes, and leads to screens and their parts', async ({
  page,
  operator,
  problems,
}) => {
  problems.expect(/ERR_FAILED .*command-menu/)
  await page.route('**/command-menu-*.js', (route) => route.abort())
  await operator.open('/adm/vote-multiplier')
  const multiplier = page.getByRole('spinbutton', { name: 'Multiplier' })
  await multiplier.fill('7')
  await page.keyboard.press('ControlOrMeta+k')
  await expectToast(page, 'The menu could not be loaded', NOT_LOADED)
  await expect(multiplier).toHaveValue('7')
  await page.unroute('**/command-menu-*.js')
  const menu = menuOf(page)
  await menu.open()
  await menu.option('Media').click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(question).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(menu.dialog).toBeHidden()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/adm/vote-multiplier')
  await menu.open()
  await expect(menu.option('Media')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Reset Changes' }).click()

  await menu.open()
  await expect(menu.option('Overview')).toBeVisible()
  await expectAccessible(page)
  for (const [word, place] of OTHER_WORDS) {
    await menu.text.fill(word)
    await expect(menu.current).toHaveText(place)
  }
  await menu.text.fill('audit')
  await expect(menu.current).toHaveText('Audit Logs')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/adm/logs')
  await expect(menu.dialog).toBeHidden()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Audit Logs' })).toBeInViewport({ ratio: 0.9 })

  await menu.open()
  await menu.text.fill('purge')
  await expect(menu.current).toHaveText('Purge Inactive AccountsDatabase')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Purge Inactive Accounts' })).toBeVisible()
})

const PARTS = ['Files', 'Hide Reported Items', 'Retention', 'Back Button Redirect', 'Database Reset']

test('opens a section of a screen and focuses it', async ({ page, operator }) => {
  await operator.open('/adm')
  const menu = menuOf(page)
  await page.getByRole('button', { name: 'Go to' }).click()
  await menu.text.fill('orphan report')
  await menu.option('Orphan Report').click()
  const heading = (name: string) => page.getByRole('main').getByRole('heading', { name })
  await expect(heading('Orphan Report')).toBeFocused()
  for (const part of PARTS)
    await test.step(part, async () => {
      await menu.open()
      await menu.text.fill(part)
      await expect(menu.current).toContainText(part)
      await page.keyboard.press('Enter')
      await expect(heading(part)).toBeFocused()
      await expect(heading(part)).toBeInViewport({ ratio: 0.9 })
    })
  await menu.open()
  await menu.text.fill('database statistics')
  await expect(menu.current).toContainText('Database Statistics')
  await page.keyboard.press('Enter')
  await expect(heading('Database Statistics')).toBeFocused()
  await expect(heading('Database Statistics')).toBeInViewport({ ratio: 0.9 })
  await page.goBack()
  await expect(page).toHaveURL('/adm/traffic-handlers')
  await expect(heading('Back Button Redirect')).toBeInViewport({ ratio: 0.9 })
  await expect(page.getByRole('main')).toBeFocused()
})

test('finds users and items by their names, and an item by its number', { tag: '@phone' }, async ({
  page,
  operator,
  site,
}) => {
  await seedUsers(site, 14)
  await seedPhotos(page, site, 3)
  await site.query(`UPDATE media SET original_name = 'flower-beside-the-lake.jpg'`)
  const [item] = await site.query<{ id: number; name: string; owner: string }>(
    `SELECT media.id::int, original_name AS name, username AS owner FROM media JOIN users ON users.id = owner_id ORDER BY media.id DESC`,
  )
  if (!item) throw new Error('There is no item')
  await operator.open('/adm')
  const menu = menuOf(page)
  await page.getByRole('button', { name: 'Go to' }).click()
  await menu.text.fill('visitor6@mail')
  await menu.option(/visitor6@mail\.example/).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Visitor6' })).toBeVisible()

  await menu.open()
  await menu.text.fill(`#${item.id}`)
  const option = menu.option(new RegExp(`${item.name}.*#${item.id} by ${item.owner}`))
  for (const text of [item.name, `#${item.id} by ${item.owner}`]) {
    const missing = option.getByText(text).evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)
    expect(await missing, `pixels of ${text} that are cut off`).toBe(0)
  }
  await option.click()
  await expect(page).toHaveURL(`/adm/media?id=${item.id}`)
  await expect(page.getByTitle(item.name)).toBeVisible()

  await site.query(`UPDATE media SET original_name = 'scan #00.jpg' WHERE id < $1`, [item.id])
  await menu.open()
  for (const text of ['00', '#00']) {
    await menu.text.fill(text)
    await expect(menu.option(/scan #00\.jpg/)).toHaveCount(2)
  }
  await page.keyboard.press('Escape')

  await menu.open()
  await menu.text.fill('zebra crossing')
  await expect(menu.dialog.getByRole('status').filter({ hasText: 'No matches.' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(menu.dialog).toBeHidden()
})

test('finds an item by its address', async ({ page, operator, site }) => {
  await seedPhotos(page, site, 2)
  const [item] = await site.query<{ id: number; name: string }>('SELECT id::int, original_name AS name FROM media')
  await operator.open('/adm')
  const menu = menuOf(page)
  await menu.open()
  for (const text of [`/m/${item?.id}`, `${new URL(page.url()).origin}/m/${item?.id}`]) {
    await menu.text.fill(text)
    await expect(menu.option(new RegExp(`${item?.name}.*#${item?.id}`))).toBeVisible()
  }
})

test('finds a takedown by its complainant and its number', async ({ page, operator, site }) => {
  const id = await addTakedown(site, { name: 'Grace Hopper', email: 'grace@example.com' })
  await operator.open('/adm')
  const menu = menuOf(page)
  await menu.open()
  for (const text of ['grace hop', 'grace@example.com', `takedown ${id}`, `takedown #${id}`]) {
    await menu.text.fill(text)
    await expect(menu.option(new RegExp(`Grace Hopper.*Takedown #${id} \\(pending\\)`))).toBeVisible()
  }
  await menu.option(/Grace Hopper/).click()
  await expect(page).toHaveURL(`/adm/dmca?id=${id}`)
})

test('switches the theme and logs out from anywhere', async ({ page, operator }) => {
  await operator.open('/adm')
  const menu = menuOf(page)
  await menu.open()
  await menu.text.fill('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await menu.open()
  await menu.option('Health').click()
  await expect(page).toHaveURL('/adm/health')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Health')
  await menu.open()
  await menu.text.fill('logout')
  await expect(menu.current).toHaveText('Logout')
  // A search still pending at logout would be refused.
  await expect(menu.dialog.getByText('Looking…')).toBeHidden()
  await quieten(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
})

test('shows no stale results and still finds screens after a failed lookup', async ({
  page,
  operator,
  site,
  problems,
}) => {
  problems.expect(/api\/admin\/users/)
  await seedUsers(site, 14)
  await operator.open('/adm')
  const menu = menuOf(page)
  await menu.open()
  await menu.text.fill('visitor6')
  await expect(menu.option(/visitor6@mail\.example/)).toBeVisible()
  const calls = await holdCalls(page, /\/api\/admin\/users\?.*search=visitor7/)
  await menu.text.fill('visitor7')
  await expect(menu.option(/visitor6@mail\.example/)).toBeHidden()
  await expect.poll(() => calls.held.length).toBe(1)
  await expect(menu.dialog.getByRole('option')).toHaveCount(0)
  calls.release()
  await expect(menu.current).toHaveText('Visitor7')

  await page.route('**/api/admin/users?*', (route) => route.abort())
  await menu.text.fill('me')
  await expect(menu.dialog.getByRole('alert')).toHaveText('Users, items and takedowns could not be looked up.')
  await expect(menu.current).toHaveText('Media')
  await menu.text.fill('zebra crossing')
  await expect(menu.dialog.getByRole('option')).toHaveCount(0)
  await expect(menu.dialog.getByRole('alert')).toHaveText('Users, items and takedowns could not be looked up.')
  await expect(menu.dialog.getByText('Looking…')).toHaveCount(0)
  await expect(menu.dialog.getByText('No matches.')).toHaveCount(0)
})
