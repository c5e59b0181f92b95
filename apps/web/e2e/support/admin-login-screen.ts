import type { Page } from '@playwright/test'
import { show } from './page-visibility.ts'
import { allDrawn } from './requests-under-way.ts'
import { OPERATOR } from './running-site.ts'

export const loginScreen = (page: Page) => ({
  username: page.getByLabel('Username'),
  password: page.getByLabel('Password'),
  // Exact: the user list has a Last Login column.
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
export const keptBy = (page: Page) => page.evaluate(() => atob(localStorage.getItem('adminToken') ?? ''))

/** Hides the page and waits for pending calls, so the next call is the test's. */
export async function quieten(page: Page) {
  await show(page, 'hidden')
  await allDrawn(page)
}

/** Removes the stored token without the page noticing. */
export async function forgetToken(page: Page) {
  await quieten(page)
  await page.evaluate(() => localStorage.removeItem('adminToken'))
}

async function endLogin(page: Page) {
  const headers = { Authorization: `Basic ${btoa(await keptBy(page))}` }
  await page.request.post('/api/admin/logout', { headers })
}

/** Ends the login on the server; the page notices on its next call. Returns the login screen. */
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
