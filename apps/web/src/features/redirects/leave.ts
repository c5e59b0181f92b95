import type { RouteOf, Sent } from '@hotvote/shared/contract'
import type { recordEvent } from '@hotvote/shared/visitor/traffic'

type Event = Sent<typeof recordEvent, 'body'>
const ROUTE: RouteOf<typeof recordEvent> = 'POST /api/events'

/** A beacon arrives although the page is being left. */
function report(event: Event) {
  navigator.sendBeacon(ROUTE.slice('POST '.length), new Blob([JSON.stringify(event)], { type: 'application/json' }))
}

let isLeaving = false
let lastKind: Event['kind'] | undefined
let onStay: (() => void) | undefined

addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  isLeaving = false
  lastKind = undefined
})
// Still here: the visitor chose to stay when asked, or stopped the page from loading. Older browsers do not tell.
if ('navigation' in window)
  navigation.addEventListener('navigateerror', () => {
    isLeaving = false
    onStay?.()
    onStay = undefined
  })

/**
 * Records the redirect and goes to `url` (`visitor.md §4`), one at a time. A gesture may be heard as a swipe and then as
 * going back, which ends the navigation that the swipe began: it begins again, and counts once. `stayed` is called when the
 * visitor stays after all.
 */
export function leaveFor(url: string, kind: Event['kind'], stayed?: () => void) {
  const isSameGesture = kind === 'back' && lastKind === 'swipe'
  if (isLeaving && !isSameGesture) return
  isLeaving = true
  lastKind = kind
  // Of the navigation that the swipe began one hears the same, and that is no staying.
  onStay = isSameGesture ? undefined : stayed
  if (!isSameGesture) report({ kind })
  // Going back once more from there leads past this page, not into it again.
  if (kind === 'back') location.replace(url)
  else location.assign(url)
}
