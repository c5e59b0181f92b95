import { useLayoutEffect, useRef, useState } from 'react'
import { isServerAway, untilRetry } from '../../lib/api/reachability.ts'

/**
 * For a picture or a film, whose key is the `attempt`: `fail` says that it does not load. While network, server or store
 * are away it does not count as broken, and is fetched again later (`docs/decisions/020`).
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

/**
 * A ref for a video that begins to load `url` once it is in the page: what happened to a video before it was, React tells
 * nobody (a picture it loads once more then), and it would wait forever.
 */
export function useVideoSource(url: string) {
  const video = useRef<HTMLVideoElement>(null)
  useLayoutEffect(() => {
    const shown = video.current
    if (!shown) return
    // One that was only hidden (React's `Activity`) is where it was left.
    if (shown.getAttribute('src') !== url) shown.src = url
    return () => queueMicrotask(() => cutOffIfGone(shown))
  }, [url])
  return video
}

/** Out of the page, too, a video would be fetched to its end. */
function cutOffIfGone(video: HTMLVideoElement) {
  if (video.isConnected) return
  video.removeAttribute('src')
  video.load()
}
