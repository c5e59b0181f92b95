import type { Page } from '@playwright/test'
import { allAnswered } from './requests-under-way.ts'
import { OPERATOR } from './running-site.ts'

export const loginScreen = (page: Page) => ({
  username: page.getByLabel('Username'),
  password: page.getByLabel('Password'),
  // Columns of the users' list have names that begin or end so.
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

/** What the browser keeps of the login, in words. */
export const keptBy = (page: Page) => page.evaluate(() => atob(localStorage.getItem('adminToken') ?? ''))

/** The server ends the login, and the page does not know it yet; answers with the screen of the next one. */
export async function endedLogin(page: Page) {
  // What is still under way would be refused, and so tell the page.
  await allAnswered(page)
  const headers = { Authorization: `Basic ${btoa(await keptBy(page))}` }
  await page.request.post('/api/admin/logout', { headers })
  return loginScreen(page)
}
