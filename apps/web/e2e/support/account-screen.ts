import { expect, type Page } from '@playwright/test'

type Verdict = { isValid: boolean; errors: string[]; suggestions: string[] }
const GOOD: Verdict = { isValid: true, errors: [], suggestions: [] }

/** The user menu and its dialogs as a visitor finds their way about them. */
export const accountScreen = (page: Page) => {
  const dialog = page.getByRole('dialog')
  const opener = page.getByRole('button', { name: /^Account menu, / })
  const menu = page.getByRole('menu', { name: 'Account menu' })
  return {
    opener,
    menu,
    dialog,
    item: (name: string) => menu.getByRole('menuitem', { name, exact: true }),
    email: dialog.getByRole('textbox', { name: 'Email address' }),
    button: (name: string | RegExp) => dialog.getByRole('button', { name }),
    toast: page.getByRole('region', { name: 'Notification' }).getByRole('listitem'),
    async choose(name: string) {
      await opener.click()
      await menu.getByRole('menuitem', { name, exact: true }).click()
    },
    async open(name: string, title: string) {
      await this.choose(name)
      await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    },
  }
}

/** Milliseconds after which logging out goes on without the server's answer. */
const LOG_OUT_TIMEOUT_MS = 1500

/** From the next document on, logging out waits for the server without a limit: on a slow machine it would ask the visitor. */
export const waitForServerAtLogout = (page: Page) =>
  page.addInitScript((limit) => {
    window.setTimeout = new Proxy(window.setTimeout, {
      apply: (target, _self, args: Parameters<typeof setTimeout>) =>
        args[1] === limit ? 0 : Reflect.apply(target, window, args),
    })
  }, LOG_OUT_TIMEOUT_MS)

/** Opens the link of a mail, without waiting for the load: a notification could be gone by then. */
export const openLink = (page: Page, link: string) => page.goto(link, { waitUntil: 'commit' })

/** Stands in for the server's checks of addresses, which ask name servers: answers from `verdicts`; returns the addresses. */
export const answerEmails = async (page: Page, verdicts: Record<string, Partial<Verdict>> = {}) => {
  const checkedEmails: string[] = []
  await page.route('**/api/validate-email', async (route) => {
    const { email } = route.request().postDataJSON() as { email: string }
    checkedEmails.push(email)
    await route.fulfill({ json: { ...GOOD, ...verdicts[email] } })
  })
  return checkedEmails
}

/** Intercepts the requests for a link, so that no mail is sent; returns their bodies. */
export const takeLinks = async (page: Page, path: 'send-magic-link' | 'login-existing') => {
  const sent: unknown[] = []
  await page.route(`**/api/auth/${path}`, async (route) => {
    sent.push(route.request().postDataJSON())
    await route.fulfill({ json: { message: 'A link is on its way.' } })
  })
  return sent
}
