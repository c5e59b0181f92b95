import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

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
export const backOnline = () =>
  new Promise<void>((done) => {
    if (isOnline()) done()
    else addEventListener('online', () => done(), { once: true })
  })

/** Acts each time that the network is back. */
export function useBackOnline(act: () => unknown) {
  const isBack = useEffectEvent(act)
  useEffect(() => {
    const listener = () => isBack()
    addEventListener('online', listener)
    return () => removeEventListener('online', listener)
  }, [])
}
