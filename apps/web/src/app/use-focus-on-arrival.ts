import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'

/** A new screen starts at its top, and the keyboard starts there too; the first screen takes no focus. */
export function useFocusOnArrival() {
  const target = useRef<HTMLElement>(null)
  const [location] = useLocation()
  const shown = useRef(location)
  useEffect(() => {
    if (shown.current === location) return
    shown.current = location
    scrollTo(0, 0)
    target.current?.focus({ preventScroll: true })
  }, [location])
  return target
}
