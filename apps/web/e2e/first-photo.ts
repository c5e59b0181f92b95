import { expect, type Page } from '@playwright/test'
import { holdCalls } from './held-calls.ts'
import { rateScreen } from './rate-screen.ts'

/** Every script of the page waits until they are released; what stands in the page itself runs. */
export const holdScripts = (page: Page) => holdCalls(page, /\/assets\/.*\.js$/)

/** The first photo is on the screen. */
export const isPainted = (page: Page) =>
  expect
    .poll(() =>
      rateScreen(page)
        .item(1)
        .evaluate(
          (photo: HTMLImageElement) =>
            photo.complete && photo.naturalWidth > 0 && photo.checkVisibility({ opacityProperty: true }),
        ),
    )
    .toBe(true)
