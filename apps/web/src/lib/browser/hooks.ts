import { useEffect, useState, useSyncExternalStore } from 'react'

/** Milliseconds. */
const SEARCH_MS = 250

export function useDebounced<T>(value: T, pauseMs = SEARCH_MS): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return debounced
}

const MINUTE = 60_000

const subscribe = (onChange: () => void) => {
  const timer = setInterval(onChange, MINUTE)
  return () => clearInterval(timer)
}

/** Returns the end of the current minute in milliseconds, and re-renders every minute. */
export const useNow = () => useSyncExternalStore(subscribe, () => Math.ceil(Date.now() / MINUTE) * MINUTE)

/** Returns an object URL, which is undefined on the first render and revoked on unmount. */
export function useObjectUrl(blob: Blob | undefined) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => {
      setUrl(undefined)
      URL.revokeObjectURL(made)
    }
  }, [blob])
  return url
}
