import type { Locator } from '@playwright/test'
import { expect } from './fixtures.ts'

/** The notification has this title and this text, and says nothing more. */
export const expectToast = (toast: Locator, title: string, text = '') => expect(toast).toHaveText(`${title}${text}`)

/** What it says about a part that could not be fetched, with its button. */
export const NOT_LOADED = 'Check your connection, or load the page again: the site may be newer than it.Load again'

/** Dismisses the notification, unless it has gone by itself meanwhile. */
export const dismissToast = async (toast: Locator) => {
  await toast.getByRole('button', { name: 'Dismiss' }).evaluateAll((buttons: HTMLElement[]) => {
    for (const button of buttons) button.click()
  })
  await expect(toast).toHaveCount(0)
}
