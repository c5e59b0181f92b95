import { useEffect, useState, useSyncExternalStore } from 'react'

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

const MINUTE = 60_000

const subscribe = (onChange: () => void) => {
  const timer = setInterval(onChange, MINUTE)
  return () => clearInterval(timer)
}

/** The end of this minute, in milliseconds: what shows it is drawn again when that is over. */
export const useNow = () => useSyncExternalStore(subscribe, () => Math.ceil(Date.now() / MINUTE) * MINUTE)

/** An address of these bytes for as long as it is drawn; undefined before. */
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
