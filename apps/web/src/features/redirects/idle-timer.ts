const ACTIVITY = [
  ...(['mousedown', 'mousemove', 'keypress', 'scroll', 'touchstart', 'click', 'load'] as const),
  // Voting keys and touch keyboards fire no `keypress`.
  ...(['keydown', 'input'] as const),
]
/** Milliseconds between two resets of the timer (`visitor.md §9`). */
const THROTTLE_MS = 1000

/** Calls `onIdle` after so many idle seconds (`visitor.md §4`), again if it returns false; returns a stop function. */
export function watchIdle(seconds: number, onIdle: () => boolean, target: EventTarget = window) {
  let timer = 0
  // A monotonic clock, so a clock change cannot block resets.
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
  // `scroll` does not bubble; capturing `load` would also catch every image.
  const listenerOptions = (event: string) => ({ passive: true, capture: event === 'scroll' })
  for (const event of ACTIVITY) target.addEventListener(event, reset, listenerOptions(event))
  reset()
  return () => {
    clearTimeout(timer)
    for (const event of ACTIVITY) target.removeEventListener(event, reset, listenerOptions(event))
  }
}
