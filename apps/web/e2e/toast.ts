import type { Locator } from '@playwright/test'
import { expect } from './fixtures.ts'

/** The notification has this title and this text, and says nothing more. */
export const expectToast = (toast: Locator, title: string, text = '') => expect(toast).toHaveText(`${title}${text}`)
