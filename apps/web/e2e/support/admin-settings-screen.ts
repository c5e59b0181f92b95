import { expect, type Page, type Request } from '@playwright/test'

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

export const configured = (page: Page, name: string) =>
  page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd')

export const expectToast = (page: Page, title: string, description = '') =>
  expect(page.getByRole('region', { name: 'Notification' }).getByRole('listitem')).toHaveText(`${title}${description}`)

/** Records the paths of POST calls from now on. */
export const watchChanges = (page: Page) => {
  const sent: string[] = []
  page.on('request', (request: Request) => {
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

export async function goTo(page: Page, label: string) {
  const menu = page.getByRole('button', { name: 'Menu' })
  const navigation = page.getByRole('navigation', { name: 'Admin' })
  await expect(menu.or(navigation)).toBeVisible()
  if (await menu.isVisible()) await menu.click()
  await navigation.getByRole('link', { name: label, exact: true }).click()
}

/** Records requested URLs that end with `path` from now on. */
export const watchReads = (page: Page, path: string) => {
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().endsWith(path)) requests.push(request.url())
  })
  return requests
}

/** Makes a last request: the test has seen all earlier ones when it is answered. */
export const requestLast = (page: Page) => page.evaluate(async () => (await fetch('/theme.js')).ok)
