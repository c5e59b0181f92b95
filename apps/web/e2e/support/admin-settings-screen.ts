import { expect, type Page, type Request } from '@playwright/test'

/** One form of the operator's settings; `name` is its title. */
export const settingsForm = (page: Page, name: string) => {
  const form = page.getByRole('form', { name, exact: true })
  const card = form.locator('..')
  return {
    form,
    /** `label` without what stands behind it in brackets. */
    field: (label: string) => form.getByLabel(new RegExp(`^${label}( \\(.*\\))?$`)),
    toggle: (label: string) => form.getByRole('switch', { name: label }),
    save: form.getByRole('button', { name: 'Save Configuration' }),
    saving: form.getByRole('button', { name: 'Saving...' }),
    reset: form.getByRole('button', { name: 'Reset Changes' }),
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

/** One line of a Current Configuration card. */
export const configured = (page: Page, name: string) =>
  page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd')

/** There is one notification, with exactly these texts. */
export const expectToast = (page: Page, title: string, description = '') =>
  expect(page.getByRole('region', { name: 'Notification' }).getByRole('listitem')).toHaveText(`${title}${description}`)

/** Paths of the page's POST calls from now on. */
export const watchChanges = (page: Page) => {
  const sent: string[] = []
  page.on('request', (request: Request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  return sent
}

/** Has calls to `path` fail. */
export const failing = (page: Page, path: string, { status = 500, error = '', method = 'POST' } = {}) =>
  page.route(path, (route) =>
    route.request().method() === method
      ? route.fulfill(error ? { status, json: { error, message: error } } : { status, body: '' })
      : route.fallback(),
  )

/** Follows a link of the operator's navigation. */
export async function goTo(page: Page, label: string) {
  const menu = page.getByRole('button', { name: 'Menu' })
  const navigation = page.getByRole('navigation', { name: 'Admin' })
  // Narrow windows have the menu, wide ones the navigation.
  await expect(menu.or(navigation)).toBeVisible()
  if (await menu.isVisible()) await menu.click()
  await navigation.getByRole('link', { name: label, exact: true }).click()
}

/** The addresses ending with `path` that the page requests from now on. */
export const watchReads = (page: Page, path: string) => {
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().endsWith(path)) requests.push(request.url())
  })
  return requests
}

/** Has the page request something: what it requested before has been seen by the test once this is answered. */
export const requestLast = (page: Page) => page.evaluate(async () => (await fetch('/theme.js')).ok)
