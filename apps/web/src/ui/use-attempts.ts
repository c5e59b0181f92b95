import { useState } from 'react'
import { isOnline, untilOnline } from '../lib/net/online.ts'

/**
 * For a picture or a film, whose key is the `attempt`: `fail` says that it does not load. Without a network it does not
 * count as broken, and is fetched again once there is one (`docs/decisions/032`).
 */
export function useAttempts(onBroken: () => void) {
  const [attempt, setAttempt] = useState(1)
  const fail = async () => {
    if (isOnline()) return onBroken()
    await untilOnline()
    setAttempt(attempt + 1)
  }
  return { attempt, fail }
}
