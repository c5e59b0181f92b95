import { navigationHandlers } from './navigation-handlers.ts'
import { currentLocationKey, isBackOrForward, onLeave } from './screen-history.ts'
import { USER_MOVES } from './user-moves.ts'

/** Pixels from the top, by location key. */
const positions = new Map<string, number>()
/** How to stop waiting for content that is tall enough. */
let stopWaiting: (() => void) | undefined

/** A new screen begins at its top; after going back or forward, a screen is scrolled to where it was left. */
function restoreScroll() {
  stopWaiting?.()
  const top = isBackOrForward() ? (positions.get(currentLocationKey()) ?? 0) : 0
  scrollTo(0, top)
  if (scrollY < Math.floor(top)) restoreOnceTallEnough(top)
}

/** Tries again as the content loads and grows, until it reaches that far or the reader scrolls. */
function restoreOnceTallEnough(top: number) {
  const observer = new ResizeObserver(() => {
    scrollTo(0, top)
    if (scrollY >= Math.floor(top)) stop()
  })
  const stop = () => {
    observer.disconnect()
    for (const move of USER_MOVES) removeEventListener(move, stop)
    stopWaiting = undefined
  }
  for (const move of USER_MOVES) addEventListener(move, stop, { passive: true })
  stopWaiting = stop
  observer.observe(document.body)
}

// The page restores the position itself; on a reload, the browser does.
history.scrollRestoration = 'manual'
addEventListener('pagehide', () => (history.scrollRestoration = 'auto'))
addEventListener('pageshow', () => (history.scrollRestoration = 'manual'))
// Saved as a screen is left, not by scroll events: those come late, and would save the position of the next screen.
onLeave((locationKey) => stopWaiting ?? positions.set(locationKey, scrollY))
navigationHandlers.restoreScroll = restoreScroll
