import { BACK_EDGE } from '../../lib/browser/device.ts'

/** Pixels to the right, and milliseconds (`visitor.md §9`). */
const DISTANCE = 100
const DURATION_MS = 500

type Point = { x: number; y: number /** Milliseconds. */; time: number }

/** Recognizes the back gesture (`visitor.md §4`). */
export const isSwipeBack = (from: Point, to: Point) => {
  const right = to.x - from.x
  return from.x <= BACK_EDGE && right > DISTANCE && right > Math.abs(to.y - from.y) && to.time - from.time < DURATION_MS
}

const toPoint = ({ changedTouches, timeStamp }: TouchEvent): Point | null => {
  const touch = changedTouches[0]
  return touch ? { x: touch.clientX, y: touch.clientY, time: timeStamp } : null
}

/** Returns a stop function. */
export function watchSwipeBack(onSwipe: () => void) {
  let from: Point | null = null
  const start = (event: TouchEvent) => {
    from = event.touches.length === 1 ? toPoint(event) : null
  }
  const end = (event: TouchEvent) => {
    const to = toPoint(event)
    if (from && to && isSwipeBack(from, to)) onSwipe()
    from = null
  }
  addEventListener('touchstart', start, { passive: true })
  addEventListener('touchend', end, { passive: true })
  return () => {
    removeEventListener('touchstart', start)
    removeEventListener('touchend', end)
  }
}
