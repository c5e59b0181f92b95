import { expect, type Locator } from '@playwright/test'

/** Waits until a picture's file has arrived. */
export const expectLoaded = (picture: Locator) =>
  expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
