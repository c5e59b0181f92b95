import { expect, type Page } from '@playwright/test'
import { holdCalls } from './held-calls.ts'

/** Lets only the theme's script load until `release` is called. */
export const holdScripts = (page: Page) => holdCalls(page, /\/assets\/.*\.js$/)

export const paintedItem = (page: Page) =>
  page.getByRole('img', { name: /^Uploaded by / }).or(page.locator('.first-picture > video'))

export const isPainted = (page: Page) =>
  expect
    .poll(() => paintedItem(page).evaluate((photo: HTMLImageElement) => photo.complete && photo.naturalWidth > 0))
    .toBe(true)
