import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { addTakedown } from '../support/operator-rows.ts'
import { stopPolling } from '../support/operator-screens.ts'
import { seedPhotos, seedUsers } from '../support/seeded-collection.ts'

const commandMenu = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Go to' })
  const text = dialog.getByRole('combobox')
  const current = dialog.getByRole('option', { selected: true })
  const open = async () => {
    await expect(page.getByRole('button', { name: 'Go to' })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+k')
    await expect(text).toBeFocused()
  }
  return {
    dialog,
    text,
    current,
    open,
    option: (name: string | RegExp) => dialog.getByRole('option', { name }),
    async goTo(word: string, place: string) {
      await open()
      await text.fill(word)
      await expect(current).toContainText(place)
      await page.keyboard.press('Enter')
    },
  }
}

/** Search words that find a screen, although its name does not contain them. */
const OTHER_WORDS = [
  ['dmca', 'Takedowns'],
  ['reports', 'Queue'],
  ['threshold', 'E-mail Capture'],
  ['email', 'E-mail Capture'],
  ['history', 'Audit Logs'],
  ['empty', 'TrashMedia'],
] as const

test('opens screens and their sections by name', async ({ page, operator }) => {
  await operator.open('/adm')
  const menu = commandMenu(page)
  await menu.open()
  for (const [word, place] of OTHER_WORDS) {
    await menu.text.fill(word)
    await expect(menu.current).toHaveText(place)
  }
  await page.keyboard.press('Escape')
  await menu.goTo('audit', 'Audit Logs')
  await expect(page).toHaveURL('/adm/logs')
  for (const section of ['Retention', 'Back Button Redirect', 'Database Reset', 'Orphan Report']) {
    await menu.goTo(section, section)
    const heading = page.getByRole('main').getByRole('heading', { name: section })
    await expect(heading).toBeFocused()
    await expect(heading).toBeInViewport({ ratio: 0.9 })
  }
})

test('finds users, items and takedowns by name, number or address', async ({ page, operator, site, problems }) => {
  problems.expect(/^500 .*api\/admin\/users/)
  await seedUsers(site, 14)
  await seedPhotos(page, site, 3)
  const claim = await addTakedown(site, { name: 'Grace Hopper', email: 'grace@example.com' })
  const [item] = await site.query<{ id: number; name: string }>('SELECT id::int, original_name AS name FROM media')
  await operator.open('/adm')
  const menu = commandMenu(page)
  await menu.open()
  for (const text of [`#${item?.id}`, `/m/${item?.id}`, `${site.url}/m/${item?.id}`]) {
    await menu.text.fill(text)
    await expect(menu.option(new RegExp(`${item?.name}.*#${item?.id} by SunnyOtter42`))).toBeVisible()
  }
  for (const text of ['grace hop', 'grace@example.com', `takedown #${claim}`]) {
    await menu.text.fill(text)
    await expect(menu.option(new RegExp(`Grace Hopper.*Takedown #${claim} \\(pending\\)`))).toBeVisible()
  }
  await menu.text.fill('zebra crossing')
  await expect(menu.dialog.getByRole('status').filter({ hasText: 'No matches.' })).toBeVisible()
  await menu.text.fill('visitor6@mail')
  await menu.option(/visitor6@mail\.example/).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Visitor6' })).toBeVisible()

  await page.route('**/api/admin/users?*', (route) => route.fulfill({ status: 500 }))
  await menu.open()
  await menu.text.fill('me')
  await expect(menu.dialog.getByRole('alert')).toHaveText('Users, items and takedowns could not be looked up.')
  await expect(menu.current).toHaveText('Media')
})

test('switches the theme and logs out from any screen', async ({ page, operator }) => {
  await operator.open('/adm')
  const menu = commandMenu(page)
  await menu.goTo('dark', 'Dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await menu.open()
  await menu.text.fill('logout')
  await expect(menu.current).toHaveText('Logout')
  // A search still pending at logout would be refused.
  await expect(menu.dialog.getByText('Looking…')).toBeHidden()
  await stopPolling(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
})
