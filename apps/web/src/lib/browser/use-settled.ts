import { useEffect, useState } from 'react'

/** Milliseconds without a key after which a search is asked for. */
const SEARCH_MS = 250

/** The value once it has stayed the same for `pauseMs` milliseconds; until then the one before. */
export function useSettled<T>(value: T, pauseMs = SEARCH_MS): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
