import type { RouteOf, Sent } from '@hotvote/shared/contract'
import type { recordEvent } from '@hotvote/shared/visitor/traffic'

type Event = Sent<typeof recordEvent, 'body'>
const ROUTE: RouteOf<typeof recordEvent> = 'POST /api/events'

/** A beacon survives the navigation. */
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
// The visitor stayed on the page; older browsers do not report this.
if ('navigation' in window)
  navigation.addEventListener('navigateerror', () => {
    isLeaving = false
    onStay?.()
    onStay = undefined
  })

/** Records the redirect and opens `url` (`visitor.md §4`); `stayed` is called if the visitor stays. */
export function leaveFor(url: string, kind: Event['kind'], stayed?: () => void) {
  const isSameGesture = kind === 'back' && lastKind === 'swipe'
  if (isLeaving && !isSameGesture) return
  isLeaving = true
  lastKind = kind
  // The aborted first navigation of this gesture also fires an error.
  onStay = isSameGesture ? undefined : stayed
  if (!isSameGesture) report({ kind })
  // `replace`, so going back from there skips this page.
  if (kind === 'back') location.replace(url)
  else location.assign(url)
}
