import { useSyncExternalStore } from 'react'

const MINUTE = 60_000

const subscribe = (onChange: () => void) => {
  const timer = setInterval(onChange, MINUTE)
  return () => clearInterval(timer)
}

/** The end of this minute, in milliseconds: what shows it is drawn again when that is over. */
export const useNow = () => useSyncExternalStore(subscribe, () => Math.ceil(Date.now() / MINUTE) * MINUTE)
