import { BACK_EDGE } from '../../lib/browser/device.ts'

/** Pixels to the right, milliseconds (`visitor.md §9`). */
const DISTANCE = 100
const DURATION_MS = 500

type Point = { x: number; y: number /** Milliseconds. */; time: number }

/** Whether a touch from here to there is the gesture that goes back (`visitor.md §4`). */
export const isSwipeBack = (from: Point, to: Point) => {
  const right = to.x - from.x
  return from.x <= BACK_EDGE && right > DISTANCE && right > Math.abs(to.y - from.y) && to.time - from.time < DURATION_MS
}

const toPoint = ({ changedTouches, timeStamp }: TouchEvent): Point | null => {
  const touch = changedTouches[0]
  return touch ? { x: touch.clientX, y: touch.clientY, time: timeStamp } : null
}

/** Calls `onSwipe` for a swipe back by one finger. Returns how to stop. */
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
