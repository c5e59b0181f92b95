import { expect, type Page } from '@playwright/test'
import { holdCalls } from './held-calls.ts'

/** Every script of the page waits until they are released, but for that of the theme. */
export const holdScripts = (page: Page) => holdCalls(page, /\/assets\/.*\.js$/)

/** The photo or film that the page shows before its scripts. */
export const paintedItem = (page: Page) =>
  page.getByRole('img', { name: /^Uploaded by / }).or(page.locator('.first-picture > video'))

/** The first photo is on the screen. */
export const isPainted = (page: Page) =>
  expect
    .poll(() => paintedItem(page).evaluate((photo: HTMLImageElement) => photo.complete && photo.naturalWidth > 0))
    .toBe(true)
