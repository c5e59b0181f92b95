import { type Dispatch, useEffect } from 'react'
import { sendView } from './rate.api.ts'
import type { RatingAction, RatingState } from './rating-state.ts'
import { isFirstView } from './visit.ts'

/** Milliseconds from the first sight of an item: the second of two taps is about the item before it. */
const SETTLES_MS = 300

/** What follows from the first sight of an item: its view is recorded once the page is seen, and soon it may be voted on. */
export function useSight(
  { current, sight }: RatingState,
  userId: number | undefined,
  dispatch: Dispatch<RatingAction>,
) {
  const firstSeen = sight === 'first' ? current?.id : undefined
  useEffect(() => {
    if (firstSeen === undefined) return
    const timer = setTimeout(() => dispatch({ type: 'settle', id: firstSeen }), SETTLES_MS)
    return () => clearTimeout(timer)
  }, [firstSeen, dispatch])
  useEffect(() => {
    if (!current || sight === 'none' || userId === undefined || current.userHasVoted) return
    const { id } = current
    // In a tab in the background, or a page that is only prepared, nobody has seen it yet.
    return oncePageIsSeen(() => isFirstView(id) && void sendView(userId, id))
  }, [current, sight, userId])
}

/** Runs `act` as soon as somebody may look at the page: now, or when its tab is shown. Returns how to stop waiting for that. */
function oncePageIsSeen(act: () => void) {
  const waiting = new AbortController()
  const look = () => {
    if (document.visibilityState !== 'visible' || waiting.signal.aborted) return
    waiting.abort()
    act()
  }
  document.addEventListener('visibilitychange', look, waiting)
  look()
  return () => waiting.abort()
}
