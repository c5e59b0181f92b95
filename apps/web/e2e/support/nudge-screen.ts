import type { Page } from '@playwright/test'
import type { Site } from './running-site.ts'

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
