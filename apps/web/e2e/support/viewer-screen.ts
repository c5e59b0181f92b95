import type { Locator, Page } from '@playwright/test'
import { animationsEnded } from './animations.ts'
import { expect } from './fixtures.ts'
import { expectKeyboardIn, keyOf, rateScreen } from './rate-screen.ts'

export const viewerScreen = (page: Page) => {
  const rate = rateScreen(page)
  const { viewer } = rate
  const picture = (position: number) => viewer.getByRole('img', { name: new RegExp(`^Photo ${position}, uploaded`) })
  return {
    rate,
    viewer,
    picture,
    close: viewer.getByRole('button', { name: 'Close' }),
    zoomIn: viewer.getByRole('button', { name: 'Zoom in' }),
    zoomOut: viewer.getByRole('button', { name: 'Zoom out' }),
    /** The zoom level shown on screen. */
    scale: viewer.getByText(/^\d+%$/),
    /** Waits until the visitor may vote on the item at this position; returns its key. */
    async shown(position: number) {
      await expect(picture(position)).toBeVisible()
      await expect(viewer).toHaveAttribute('aria-busy', 'false')
      return keyOf((await picture(position).getAttribute('src')) ?? '')
    },
    async open() {
      const first = await rate.open()
      await page.keyboard.press('Enter')
      await expectKeyboardIn(viewer)
      return first
    },
  }
}

/** The bounding box after all animations. */
export const boxOf = async (target: Locator) => {
  await animationsEnded(target.page())
  return (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
}
