import type { Page } from '@playwright/test'
import { show } from './page-visibility.ts'
import { allDrawn } from './requests-under-way.ts'
import { OPERATOR } from './running-site.ts'

export const loginScreen = (page: Page) => ({
  username: page.getByLabel('Username'),
  password: page.getByLabel('Password'),
  // Exact: the list of users has columns such as Last Login.
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

/** The stored credential of the login, decoded. */
export const keptBy = (page: Page) => page.evaluate(() => atob(localStorage.getItem('adminToken') ?? ''))

/**
 * Has the page ask for nothing by itself, as while nobody sees it, with all its answers there: the first call from now on
 * is the test's. What the site tells of would be asked for at any time otherwise.
 */
export async function quieten(page: Page) {
  await show(page, 'hidden')
  await allDrawn(page)
}

/** Takes the token of the login away without the page knowing. */
export async function forgetToken(page: Page) {
  await quieten(page)
  await page.evaluate(() => localStorage.removeItem('adminToken'))
}

/** Ends the login on the server without the page knowing. */
async function endLogin(page: Page) {
  const headers = { Authorization: `Basic ${btoa(await keptBy(page))}` }
  await page.request.post('/api/admin/logout', { headers })
}

/** The same, of which the page learns by the test's next call; returns the login screen that comes next. */
export async function endedLogin(page: Page) {
  await quieten(page)
  await endLogin(page)
  const screen = loginScreen(page)
  const enter = async () => {
    await show(page, 'visible')
    await screen.enter()
  }
  return { ...screen, enter }
}
