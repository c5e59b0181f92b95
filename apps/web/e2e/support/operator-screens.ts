import { expect, type Page } from '@playwright/test'
import { show } from './browser-state.ts'
import { allDrawn } from './calls.ts'
import { OPERATOR } from './running-site.ts'

export const toastOn = (page: Page) => page.getByRole('region', { name: 'Notification' }).getByRole('listitem')

export const expectToast = (page: Page, title: string, description = '') =>
  expect(toastOn(page)).toHaveText(`${title}${description}`)

/** Follows a link of the menu, which phones hide behind a button. */
export async function goTo(page: Page, label: string) {
  const menu = page.getByRole('button', { name: 'Menu' })
  const navigation = page.getByRole('navigation', { name: 'Admin' })
  await expect(menu.or(navigation)).toBeVisible()
  if (await menu.isVisible()) await menu.click()
  await navigation.getByRole('link', { name: label, exact: true }).click()
}

/** Records the paths of POST calls from now on. */
export const watchChanges = (page: Page) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  return sent
}

export const failing = (page: Page, path: string, { status = 500, error = '', method = 'POST' } = {}) =>
  page.route(path, (route) =>
    route.request().method() === method
      ? route.fulfill(error ? { status, json: { error, message: error } } : { status, body: '' })
      : route.fallback(),
  )

export const loginScreen = (page: Page) => ({
  username: page.getByLabel('Username'),
  password: page.getByLabel('Password'),
  // Exact, because the user list has a Last Login column.
  button: page.getByRole('button', { name: 'Login', exact: true }),
  problem: page.getByRole('alert'),
  async fill({ username, password }: typeof OPERATOR) {
    await this.username.fill(username)
    await this.password.fill(password)
  },
  async enter() {
    await this.fill(OPERATOR)
    await this.password.press('Enter')
  },
})

/** The decoded credential in local storage. */
export const readToken = (page: Page) => page.evaluate(() => atob(localStorage.getItem('adminToken') ?? ''))

/** Hides the page and waits for pending calls, so only the test causes further calls. */
export async function stopPolling(page: Page) {
  await show(page, 'hidden')
  await allDrawn(page)
}

/** Removes the stored token without the page noticing. */
export async function forgetToken(page: Page) {
  await stopPolling(page)
  await page.evaluate(() => localStorage.removeItem('adminToken'))
}

/** Ends the login on the server; the page notices on its next call. Returns the login screen. */
export async function endLogin(page: Page) {
  await stopPolling(page)
  const headers = { Authorization: `Basic ${btoa(await readToken(page))}` }
  await page.request.post('/api/admin/logout', { headers })
  const screen = loginScreen(page)
  const enter = async () => {
    await show(page, 'visible')
    await screen.enter()
  }
  return { ...screen, enter }
}

/** `name` is the form's title. */
export const settingsForm = (page: Page, name: string) => {
  const form = page.getByRole('form', { name, exact: true })
  const card = form.locator('..')
  return {
    form,
    /** Matches the label with or without its suffix in brackets. */
    field: (label: string) => form.getByLabel(new RegExp(`^${label}( \\(.*\\))?$`)),
    toggle: (label: string) => form.getByRole('switch', { name: label }),
    save: form.getByRole('button', { name: 'Save Configuration' }),
    saving: form.getByRole('button', { name: 'Saving...' }),
    reset: form.getByRole('button', { name: 'Reset Changes' }),
    history: form.getByRole('button', { name: 'History' }),
    unsaved: card.getByText('Unsaved Changes'),
    state: (word: 'Enabled' | 'Disabled') => card.getByText(word, { exact: true }),
    async expectClean() {
      await expect(this.unsaved).toHaveCount(0)
      await expect(this.save).toBeDisabled()
      await expect(this.reset).toBeDisabled()
    },
    async expectUnsaved() {
      await expect(this.unsaved).toBeVisible()
      await expect(this.save).toBeEnabled()
      await expect(this.reset).toBeEnabled()
    },
  }
}

/** A value of the Current Configuration card. */
export const configured = (page: Page, name: string) =>
  page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd')

export const mediaScreen = (page: Page) => {
  const main = page.getByRole('main')
  const cards = main.getByRole('list', { name: 'Media' }).getByRole('listitem')
  return {
    main,
    cards,
    card: (name: string) => cards.filter({ hasText: name }),
    preview: (name: string) => main.getByRole('button', { name: `Preview of ${name}` }),
    select: (name: string) => main.getByRole('checkbox', { name: `Select ${name}` }),
    remove: (name: string) => main.getByRole('button', { name: `Delete ${name}` }),
    search: main.getByRole('searchbox', { name: 'Search' }),
    filters: main.getByRole('button', { name: 'Filters' }),
    type: main.getByRole('combobox', { name: 'Type' }),
    sort: main.getByRole('combobox', { name: 'Sort by' }),
    choosePage: main.getByRole('button', { name: 'Select this page' }),
    previous: main.getByRole('link', { name: 'Previous' }),
    next: main.getByRole('link', { name: 'Next' }),
    dialog: page.getByRole('dialog'),
    question: page.getByRole('alertdialog'),
    toast: toastOn(page),
    tile: (label: string) => main.getByText(label, { exact: true }).locator('..'),
  }
}

export const queueScreen = (page: Page) => {
  const main = page.getByRole('main')
  const cards = main
    .getByRole('list', { name: 'Queue' })
    .getByRole('listitem', { name: /^(Reports|Look-alike|Takedown|Outlier) / })
  return {
    main,
    cards,
    card: (name: string | RegExp) => main.getByRole('listitem', { name }),
    /** The card that shortcuts act on. */
    current: main.locator('li[aria-current]'),
    done: main.getByRole('status', { name: 'Last decision' }),
    undo: main.getByRole('button', { name: 'Undo' }),
    next: main.getByRole('link', { name: 'Next', exact: true }),
    badge: page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: /^Queue/ }),
  }
}

export const takedownsScreen = (page: Page) => {
  const list = page.getByRole('list', { name: 'Takedown requests' })
  const detail = page.getByRole('region', { name: /^Request #\d+$/ })
  const button = (name: string) => detail.getByRole('button', { name, exact: true })
  return {
    list,
    detail,
    entry: (name: string) => list.getByRole('link', { name: new RegExp(name) }),
    tile: (name: string) => page.getByRole('link', { name: new RegExp(`^${name} \\d`) }),
    order: page.getByLabel('Order'),
    notes: detail.getByLabel('Admin Notes'),
    unsaved: detail.getByText('Unsaved Changes'),
    remove: detail.getByRole('checkbox', { name: 'Also remove this item when the request is resolved' }),
    review: button('Mark as Reviewed'),
    resolve: button('Resolve'),
    reject: button('Reject'),
    reopen: button('Reopen'),
    nothing: page.getByText('Select a takedown request to view details'),
    back: page.getByRole('link', { name: 'All requests' }),
    toast: toastOn(page),
  }
}
