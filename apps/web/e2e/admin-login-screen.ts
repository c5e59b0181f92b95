import type { Page } from '@playwright/test'
import { holdCalls } from './held-calls.ts'
import { allAnswered } from './requests-under-way.ts'
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

/** Takes the token of the login away without the page knowing. */
export async function forgetToken(page: Page) {
  await allAnswered(page)
  // Asked for whenever the site tells of something: it would be the first call without the token.
  await holdCalls(page, '**/api/admin/queue-count')
  await page.evaluate(() => localStorage.removeItem('adminToken'))
}

/** Ends the login on the server without the page knowing. */
export async function endLogin(page: Page) {
  const headers = { Authorization: `Basic ${btoa(await keptBy(page))}` }
  await page.request.post('/api/admin/logout', { headers })
}

/** The same when the page has had all its answers; returns the login screen that comes next. */
export async function endedLogin(page: Page) {
  // A call that is still under way would be refused, and the page would know. So would what it asks for as soon as the
  // site tells of something: that waits until the next login.
  await allAnswered(page)
  const reads = await holdCalls(page, /\/api\/admin\/(?!events)/, 'GET')
  await endLogin(page)
  const screen = loginScreen(page)
  const enter = () => {
    reads.release()
    return screen.enter()
  }
  return { ...screen, enter }
}
