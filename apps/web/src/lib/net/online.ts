import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'

/** False when the browser knows that it has no network at all; a network that leads nowhere counts as one. */
export const isOnline = () => navigator.onLine

const subscribe = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

export const useOnline = () => useSyncExternalStore(subscribe, isOnline)

/** Calls `act` each time the network is back, as long as the page lives. */
export const onBackOnline = (act: () => void) => addEventListener('online', act)

/** Resolves when the network comes back the next time. */
export const untilBackOnline = () =>
  new Promise<void>((done) => {
    addEventListener('online', () => done(), { once: true })
  })

/** Resolves once there is a network, at once when there is one. */
export const untilOnline = async () => {
  if (!isOnline()) await untilBackOnline()
}

/** Calls `act` each time the network is back, from the very frame on in which what calls this is drawn. */
export function useOnReconnect(act: () => unknown) {
  const onReconnect = useEffectEvent(act)
  useLayoutEffect(() => {
    const listener = () => onReconnect()
    addEventListener('online', listener)
    return () => removeEventListener('online', listener)
  }, [])
}
