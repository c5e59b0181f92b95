import type { Locator } from '@playwright/test'
import { expect } from './fixtures.ts'

/** The notification has this title and this text, and says nothing more. */
export const expectToast = (toast: Locator, title: string, text = '') => expect(toast).toHaveText(`${title}${text}`)

/** Dismisses the notification, unless it has gone by itself meanwhile. */
export const dismissToast = async (toast: Locator) => {
  await toast.getByRole('button', { name: 'Dismiss' }).evaluateAll((buttons: HTMLElement[]) => {
    for (const button of buttons) button.click()
  })
  await expect(toast).toHaveCount(0)
}
