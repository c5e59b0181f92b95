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

/** Resolves once there is a network, at once when there is one. */
export const untilOnline = () =>
  new Promise<void>((done) => {
    if (isOnline()) done()
    else addEventListener('online', () => done(), { once: true })
  })

/** Calls `act` each time the network is back, from the very frame on in which what calls this is drawn. */
export function useOnReconnect(act: () => unknown) {
  const onReconnect = useEffectEvent(act)
  useLayoutEffect(() => {
    const listener = () => onReconnect()
    addEventListener('online', listener)
    return () => removeEventListener('online', listener)
  }, [])
}
