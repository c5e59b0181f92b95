import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import 'wouter/use-browser-location'

let isBackOrForward = false
// Register this listener before the router's listener, which renders the next screen.
addEventListener('popstate', () => {
  isBackOrForward = true
})
addEventListener('pushState', () => {
  isBackOrForward = false
})

/** Focuses the next screen; the browser restores the scroll position after going back. */
export function useFocusOnNavigation() {
  const target = useRef<HTMLElement>(null)
  const [location] = useLocation()
  const previous = useRef(location)
  useLayoutEffect(() => {
    if (previous.current === location) return
    previous.current = location
    if (!isBackOrForward) scrollTo(0, 0)
    target.current?.focus({ preventScroll: true })
  }, [location])
  return target
}

export const SkipLink = () => (
  <a
    href="#main"
    className="mx-safe fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-text px-4 py-3 font-semibold text-bg focus:translate-y-0"
  >
    Skip to content
  </a>
)
