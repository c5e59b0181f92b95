import { type Dispatch, useEffect, useEffectEvent } from 'react'
import { isReachable } from '../../lib/net/reachability.ts'
import { drawShowable, type Exclusions } from './rate.api.ts'
import type { RatingAction } from './rating-state.ts'

/** Milliseconds between two looks whether something new has arrived. */
const LOOK_MS = 30_000

/** Who has rated everything, undefined for all others, and the turn at which the loop stands still. */
type Waiting = { userId: number | undefined; turn: number }

/** Goes on by itself once there is something new. */
export function useNewArrivals(
  { userId, turn }: Waiting,
  exclusions: () => Exclusions,
  dispatch: Dispatch<RatingAction>,
) {
  const look = useEffectEvent(async (visitor: number) => {
    if (document.hidden || !isReachable()) return
    const item = await drawShowable(visitor, exclusions).catch(() => undefined)
    if (item) dispatch({ type: 'arrive', item, turn })
  })
  useEffect(() => {
    if (userId === undefined) return
    const timer = setInterval(() => void look(userId), LOOK_MS)
    return () => clearInterval(timer)
  }, [userId])
}
