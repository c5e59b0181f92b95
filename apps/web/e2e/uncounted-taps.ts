import type { Locator } from '@playwright/test'

/**
 * The halves of a double tap as Safari on a phone tells them: at one place and in one moment, each of them as the first. An
 * event keeps the time at which it was made, however late it is sent.
 */
export const uncountedDoubleTap = async (place: Locator) => {
  const halves = await place.evaluateHandle((element) => {
    const { x, y } = element.getBoundingClientRect()
    const at = { clientX: x + 20, clientY: y + 20 }
    return [1, 2].map(() => new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, ...at }))
  })
  return {
    half: (n: 0 | 1, target: Locator) =>
      target.evaluate((element, [events, index]) => void element.dispatchEvent(events[index] as Event), [
        halves,
        n,
      ] as const),
  }
}
