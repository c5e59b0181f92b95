import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { screenStart } from '../lib/browser/screen-start.ts'

/** A new screen starts at its top, or where one left it, and the keyboard starts there too; the first takes no focus. */
export function useFocusOnArrival() {
  const target = useRef<HTMLElement>(null)
  const [location] = useLocation()
  const shown = useRef(location)
  useLayoutEffect(() => {
    if (shown.current === location) return
    shown.current = location
    screenStart.scroll()
    target.current?.focus({ preventScroll: true })
  }, [location])
  return target
}
