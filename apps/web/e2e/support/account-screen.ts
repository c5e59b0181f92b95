import { expect, type Page } from '@playwright/test'
import { usernameOn } from './rate-screen.ts'
import type { Site } from './running-site.ts'

type Verdict = { isValid: boolean; errors: string[]; suggestions: string[] }
const GOOD: Verdict = { isValid: true, errors: [], suggestions: [] }

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

/** Milliseconds until logout proceeds without the server's answer. */
const LOG_OUT_TIMEOUT_MS = 1500

/** Disables the logout timeout from the next page load on, because slow machines reach it. */
export const waitForServerAtLogout = (page: Page) =>
  page.addInitScript((limit) => {
    window.setTimeout = new Proxy(window.setTimeout, {
      apply: (target, _self, args: Parameters<typeof setTimeout>) =>
        args[1] === limit ? 0 : Reflect.apply(target, window, args),
    })
  }, LOG_OUT_TIMEOUT_MS)

/** Opens a mailed link without waiting for the load, which may outlast the toast. */
export const openLink = (page: Page, link: string) => page.goto(link, { waitUntil: 'commit' })

/** Stubs the server's e-mail checks, which query DNS; returns the checked addresses. */
export const answerEmails = async (page: Page, verdicts: Record<string, Partial<Verdict>> = {}) => {
  const checkedEmails: string[] = []
  await page.route('**/api/validate-email', async (route) => {
    const { email } = route.request().postDataJSON() as { email: string }
    checkedEmails.push(email)
    await route.fulfill({ json: { ...GOOD, ...verdicts[email] } })
  })
  return checkedEmails
}

/** Intercepts link requests, so no mail is sent; returns their bodies. */
export const takeLinks = async (page: Page, path: 'send-magic-link' | 'login-existing') => {
  const sent: unknown[] = []
  await page.route(`**/api/auth/${path}`, async (route) => {
    sent.push(route.request().postDataJSON())
    await route.fulfill({ json: { message: 'A link is on its way.' } })
  })
  return sent
}

export const setEmailCapture = (site: Site, isEnabled: boolean, voteThreshold: number) =>
  site.saveSetting('email-capture', { isEnabled, voteThreshold })

export const nudges = (page: Page) => {
  const modal = page.getByRole('dialog', { name: /^Enjoying / })
  const notice = page.getByRole('main').getByRole('status').filter({ hasText: 'Email Required to Continue' })
  return {
    modal,
    email: modal.getByRole('textbox', { name: 'Email address' }),
    submit: modal.getByRole('button', { name: 'Keep voting' }),
    later: modal.getByRole('button', { name: 'Maybe later' }),
    notice,
    toProfile: notice.getByRole('link'),
    bubble: page.getByRole('button', { name: 'Hey, be sure to save your account. Click here.' }),
    toast: page.getByRole('region', { name: 'Notification' }).getByRole('listitem'),
  }
}

export const storedSessionId = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('hotvote-session') ?? '{}').sessionId)

export const profileScreen = (page: Page) => {
  const main = page.getByRole('main')
  return {
    main,
    username: main.getByRole('textbox', { name: 'Username' }),
    update: main.getByRole('button', { name: 'Update Profile' }),
    share: main.getByRole('button', { name: /my location$/ }),
    location: main.getByRole('heading', { name: 'Location' }),
    toast: page.getByRole('region', { name: 'Notification' }).getByRole('listitem'),
    /** Returns the visitor's initial name. */
    async open() {
      await page.goto('/profile')
      await expect(main.getByRole('heading', { name: 'Edit Profile' })).toBeVisible()
      return usernameOn(page)
    },
  }
}
