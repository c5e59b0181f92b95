import { type Dispatch, useEffect } from 'react'
import { sendView } from './rate.api.ts'
import type { RatingAction, RatingState } from './rating-state.ts'
import { isFirstView } from './visit.ts'

/** Milliseconds from the first sight of an item: the second of two taps is about the item before it. */
const SETTLES_MS = 300

/** What follows from the first sight of an item: its view is recorded, and soon it may be voted on. */
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
    if (current && sight !== 'none' && userId !== undefined && !current.userHasVoted && isFirstView(current.id))
      void sendView(userId, current.id)
  }, [current, sight, userId])
}
