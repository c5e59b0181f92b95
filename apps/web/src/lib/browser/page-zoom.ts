import { useSyncExternalStore } from 'react'

/** Browsers leave a little of it when somebody zooms back. */
const AS_LAID_OUT = 1.05

const isZoomed = () => (visualViewport?.scale ?? 1) > AS_LAID_OUT

const subscribe = (listener: () => void) => {
  visualViewport?.addEventListener('resize', listener)
  return () => visualViewport?.removeEventListener('resize', listener)
}

/** Whether two fingers have zoomed the page: then one that moves looks around in it. */
export const useIsPageZoomed = () => useSyncExternalStore(subscribe, isZoomed, () => false)
