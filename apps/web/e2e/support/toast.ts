import type { Locator } from '@playwright/test'
import { expect } from './fixtures.ts'

export const expectToast = (toast: Locator, title: string, text = '') => expect(toast).toHaveText(`${title}${text}`)

/** Text and button of the toast for code that failed to load. */
export const NOT_LOADED = 'The site may have been updated. Reload the page.Reload'

/** Does nothing if the toast has already closed. */
export const dismissToast = async (toast: Locator) => {
  await toast.getByRole('button', { name: 'Dismiss' }).evaluateAll((buttons: HTMLElement[]) => {
    for (const button of buttons) button.click()
  })
  await expect(toast).toHaveCount(0)
}
