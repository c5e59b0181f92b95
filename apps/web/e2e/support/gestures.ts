import { expect, type Locator, type Page, test } from '@playwright/test'

type Point = { x: number; y: number }
const STEPS = 8

const wayOf = (from: Point, to: Point): Point[] =>
  Array.from({ length: STEPS }, (_, i) => ({
    x: from.x + ((to.x - from.x) * (i + 1)) / STEPS,
    y: from.y + ((to.y - from.y) * (i + 1)) / STEPS,
  }))

const byFinger = async (target: Locator, from: Point, way: Point[]) => {
  const page = target.page()
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [from])
  for (const point of way) await touch('touchMove', [point])
  await touch('touchEnd', [])
  await session.detach()
}

const byMouse = async (target: Locator, from: Point, way: Point[]) => {
  const { mouse } = target.page()
  await mouse.move(from.x, from.y)
  await mouse.down()
  for (const point of way) await mouse.move(point.x, point.y)
  await mouse.up()
}

/** Drags by finger or mouse, from the target's centre or from `startX` (pixels). */
export const swipe = async (target: Locator, by: Point, startX?: number) => {
  const box = await target.boundingBox()
  if (!box) throw new Error('Nothing there to swipe')
  const from = { x: startX ?? box.x + box.width / 2, y: box.y + box.height / 2 }
  const way = wayOf(from, { x: from.x + by.x, y: from.y + by.y })
  await (test.info().project.use.hasTouch ? byFinger(target, from, way) : byMouse(target, from, way))
}

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
