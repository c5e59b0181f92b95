import type { Tally } from '@hotvote/shared/rating'
import { useEffect, useState } from 'react'
import { wantsStillness } from '../../lib/browser/motion.ts'

/** Milliseconds. */
const DURATION_MS = 500

const easeOut = (done: number) => 1 - (1 - done) ** 3

/** What stands there at `done` (0 to 1) of the way from one tally to the other. */
export function tallyBetween(before: Tally, after: Tally, done: number): Tally {
  if (done >= 1) return after
  const between = (from: number, to: number) => Math.round(from + (to - from) * easeOut(done))
  const hotPercentage = between(before.hotPercentage, after.hotPercentage)
  return {
    totalVotes: between(before.totalVotes, after.totalVotes),
    hotPercentage,
    // Without votes both begin at 0; else they add up to 100 all the way.
    notPercentage: before.totalVotes > 0 ? 100 - hotPercentage : between(0, after.notPercentage),
  }
}

/** Counts from `before` to `after` once that is there; it is `after` at once where it was known before, or nothing may move. */
export function useCountUp(before: Tally, after: Tally | null) {
  const [isStill] = useState(() => after !== null || wantsStillness())
  const [done, setDone] = useState(0)
  const counts = after !== null && !isStill
  useEffect(() => {
    if (!counts) return
    let frame = 0
    let startedAt: number | undefined
    const step = (now: number) => {
      startedAt ??= now
      const part = (now - startedAt) / DURATION_MS
      setDone(part)
      if (part < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [counts])
  return counts ? tallyBetween(before, after, done) : after
}
