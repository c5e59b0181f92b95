import { useLayoutEffect, useRef, useState } from 'react'
import { isServerAway, untilRetry } from '../../lib/api/reachability.ts'

/**
 * Retries media that fails to load. Use `attempt` as the element's key and call `fail` on an error.
 * Media that fails during an outage is not broken and loads again later (`docs/decisions/020`).
 */
export function useAttempts(onBroken: () => void) {
  const [attempt, setAttempt] = useState(1)
  const fail = async () => {
    if (!(await isServerAway('pictures'))) return onBroken()
    await untilRetry()
    setAttempt(attempt + 1)
  }
  return { attempt, fail }
}

/** Sets the video's `src` after mount, because React misses earlier events. */
export function useVideoSource(url: string) {
  const video = useRef<HTMLVideoElement>(null)
  useLayoutEffect(() => {
    const shown = video.current
    if (!shown) return
    // Keep an unchanged `src`, so a video hidden by `Activity` keeps its position.
    if (shown.getAttribute('src') !== url) shown.src = url
    return () => queueMicrotask(() => cutOffIfGone(shown))
  }, [url])
  return video
}

/** Stops the download of a removed video, which browsers would otherwise continue to the end. */
function cutOffIfGone(video: HTMLVideoElement) {
  if (video.isConnected) return
  video.removeAttribute('src')
  video.load()
}
