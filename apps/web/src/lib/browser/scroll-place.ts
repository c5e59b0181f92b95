import { cameBack, currentArrival, onLeave } from './screen-history.ts'
import { screenStart } from './screen-start.ts'

/** Pixels from the top, by arrival. */
const places = new Map<string, number>()
/** How to stop waiting for content that is tall enough. */
let stopWaiting: (() => void) | undefined

/** What a reader does who wants to be somewhere else. */
const OWN_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** A new screen begins at its top; one that is come back to, where one was. */
function scrollToPlace() {
  stopWaiting?.()
  const place = cameBack() ? (places.get(currentArrival()) ?? 0) : 0
  scrollTo(0, place)
  if (scrollY < Math.floor(place)) waitFor(place)
}

/** Until what is loaded anew reaches that far, or the reader moves. */
function waitFor(place: number) {
  const observer = new ResizeObserver(() => {
    scrollTo(0, place)
    if (scrollY >= Math.floor(place)) stop()
  })
  const stop = () => {
    observer.disconnect()
    for (const move of OWN_MOVES) removeEventListener(move, stop)
    stopWaiting = undefined
  }
  for (const move of OWN_MOVES) addEventListener(move, stop, { passive: true })
  stopWaiting = stop
  observer.observe(document.body)
}

// From now on it is the page that knows where one was; on a reload, the browser.
history.scrollRestoration = 'manual'
addEventListener('pagehide', () => (history.scrollRestoration = 'auto'))
addEventListener('pageshow', () => (history.scrollRestoration = 'manual'))
// By scroll events, which come late, the place of one screen would be taken for that of the next.
onLeave((arrival) => stopWaiting ?? places.set(arrival, scrollY))
screenStart.scroll = scrollToPlace
