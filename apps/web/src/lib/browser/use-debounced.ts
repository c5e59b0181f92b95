import { useEffect, useState } from 'react'

/** Milliseconds without typing after which a search is sent. */
const SEARCH_MS = 250

/** The value once it has stayed the same for `pauseMs` milliseconds; until then the one before. */
export function useDebounced<T>(value: T, pauseMs = SEARCH_MS): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return debounced
}
