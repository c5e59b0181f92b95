import type { RouteOf, Sent } from '@hotvote/shared/contract'
import type { recordEvent } from '@hotvote/shared/traffic'

type Event = Sent<typeof recordEvent, 'body'>
const ROUTE: RouteOf<typeof recordEvent> = 'POST /api/events'

/** A beacon arrives although the page is being left. */
function report(event: Event) {
  navigator.sendBeacon(ROUTE.slice('POST '.length), new Blob([JSON.stringify(event)], { type: 'application/json' }))
}

/** One redirect a document: a back gesture may be heard as a swipe and as going back. */
let isLeaving = false
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) isLeaving = false
})

/** Records the redirect and goes to `url` (`visitor.md §4`). */
export function leaveFor(url: string, kind: Event['kind']) {
  if (isLeaving) return
  isLeaving = true
  report({ kind })
  // Going back once more from there leads past this page, not into it again.
  if (kind === 'back') location.replace(url)
  else location.assign(url)
}
