import { useState } from 'react'
import { isServerAway, untilRetry } from '../../lib/net/reachability.ts'

/**
 * For a picture or a film, whose key is the `attempt`: `fail` says that it does not load. While network, server or store
 * are away it does not count as broken, and is fetched again later (`docs/decisions/085`).
 */
export function useAttempts(onBroken: () => void) {
  const [attempt, setAttempt] = useState(1)
  const fail = async () => {
    if (!(await isServerAway('pictures'))) return onBroken()
    await untilRetry()
    setAttempt(attempt + 1)
  }
  return { attempt, fail }
}
