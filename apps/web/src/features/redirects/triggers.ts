import { BACK_EDGE } from '../../lib/browser/device.ts'

/** Minimum distance (pixels) and maximum duration (milliseconds) of a back swipe (`visitor.md §9`). */
const DISTANCE = 100
const DURATION_MS = 500

type Point = {
  x: number
  y: number
  /** Milliseconds. */
  time: number
}

/** Returns true for the back gesture (`visitor.md §4`). */
export const isSwipeBack = (from: Point, to: Point) => {
  const right = to.x - from.x
  return from.x <= BACK_EDGE && right > DISTANCE && right > Math.abs(to.y - from.y) && to.time - from.time < DURATION_MS
}

const toPoint = ({ changedTouches, timeStamp }: TouchEvent): Point | null => {
  const touch = changedTouches[0]
  return touch ? { x: touch.clientX, y: touch.clientY, time: timeStamp } : null
}

/** Calls `onSwipe` after a back swipe. Returns a stop function. */
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

const ACTIVITY = [
  ...(['mousedown', 'mousemove', 'keypress', 'scroll', 'touchstart', 'click', 'load'] as const),
  // Listen to these events, too, because voting keys and touch keyboards do not fire `keypress`.
  ...(['keydown', 'input'] as const),
]
/** Minimum milliseconds between two resets of the timer (`visitor.md §9`). */
const THROTTLE_MS = 1000

/** Calls `onIdle` after `seconds` of inactivity (`visitor.md §4`) until it returns true; returns a stop function. */
export function watchIdle(seconds: number, onIdle: () => boolean, target: EventTarget = window) {
  let timer = 0
  // Use a monotonic clock, so changing the system time cannot block resets.
  let resetAt = Number.NEGATIVE_INFINITY
  const begin = () => {
    timer = setTimeout(() => onIdle() || begin(), seconds * 1000)
  }
  const reset = () => {
    if (performance.now() - resetAt < THROTTLE_MS) return
    resetAt = performance.now()
    clearTimeout(timer)
    begin()
  }
  // Capture only `scroll`, which does not bubble. Capturing `load` would also catch every image.
  const listenerOptions = (event: string) => ({ passive: true, capture: event === 'scroll' })
  for (const event of ACTIVITY) target.addEventListener(event, reset, listenerOptions(event))
  reset()
  return () => {
    clearTimeout(timer)
    for (const event of ACTIVITY) target.removeEventListener(event, reset, listenerOptions(event))
  }
}
