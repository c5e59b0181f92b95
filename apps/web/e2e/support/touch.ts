import { expect, type Page } from '@playwright/test'

type Point = { x: number; y: number }
const STEPS = 8

const atStep = (from: Point[], to: Point[], step: number) =>
  from.map(({ x, y }, finger) => ({
    id: finger,
    x: x + (((to[finger]?.x ?? x) - x) * step) / STEPS,
    y: y + (((to[finger]?.y ?? y) - y) * step) / STEPS,
  }))

export const fingers = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: (Point & { id?: number })[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  return {
    async drag(from: Point[], to: Point[]) {
      await send('touchStart', atStep(from, to, 0))
      for (let step = 1; step <= STEPS; step++) await send('touchMove', atStep(from, to, step))
      await send('touchEnd', [])
    },
    /** Sends both taps at once, without waiting for the first one's effect. */
    async doubleTap(at: Point) {
      await Promise.all([
        send('touchStart', [at]),
        send('touchEnd', []),
        send('touchStart', [at]),
        send('touchEnd', []),
      ])
    },
  }
}

export const zoomPage = async (page: Page, scale: number) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: scale })
  await session.detach()
  await expect.poll(() => page.evaluate(() => visualViewport?.scale)).toBe(scale)
}
