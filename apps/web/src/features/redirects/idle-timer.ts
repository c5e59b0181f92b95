const ACTIVITY = [
  ...(['mousedown', 'mousemove', 'keypress', 'scroll', 'touchstart', 'click', 'load'] as const),
  // A key that votes is pressed without a `keypress`, and a text may be typed without any key.
  ...(['keydown', 'input'] as const),
]
/** Milliseconds: activity resets the timer at most this often (`visitor.md §9`). */
const THROTTLE_MS = 1000

/**
 * Calls `onIdle` once nobody has done anything on `target` for so many seconds (`visitor.md §4`), and again after as long
 * where it answers false: not now. Returns how to stop.
 */
export function watchIdle(seconds: number, onIdle: () => boolean, target: EventTarget = window) {
  let timer = 0
  // By a clock that nobody sets back: activity would count for nothing until the time of the last one came again.
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
  // Scrolling does not bubble; `load` of every picture would be caught, and only that of the page is activity.
  const listenerOptions = (event: string) => ({ passive: true, capture: event === 'scroll' })
  for (const event of ACTIVITY) target.addEventListener(event, reset, listenerOptions(event))
  reset()
  return () => {
    clearTimeout(timer)
    for (const event of ACTIVITY) target.removeEventListener(event, reset, listenerOptions(event))
  }
}
