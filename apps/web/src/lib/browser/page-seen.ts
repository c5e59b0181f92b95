/** Runs `act` as soon as somebody may look at the page: now, or when its tab is shown. Returns how to stop waiting for that. */
export function oncePageIsSeen(act: () => void) {
  const waiting = new AbortController()
  const look = () => {
    if (document.visibilityState !== 'visible' || waiting.signal.aborted) return
    waiting.abort()
    act()
  }
  document.addEventListener('visibilitychange', look, waiting)
  look()
  return () => waiting.abort()
}
