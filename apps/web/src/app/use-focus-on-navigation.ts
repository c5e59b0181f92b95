import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { navigationHandlers } from '../lib/browser/navigation-handlers.ts'

/** Scrolls and focuses the screen that was navigated to; the first one takes no focus. */
export function useFocusOnNavigation() {
  const target = useRef<HTMLElement>(null)
  const [location] = useLocation()
  const previous = useRef(location)
  useLayoutEffect(() => {
    if (previous.current === location) return
    previous.current = location
    navigationHandlers.restoreScroll()
    target.current?.focus({ preventScroll: true })
  }, [location])
  return target
}
