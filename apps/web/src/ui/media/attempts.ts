import { useLayoutEffect, useRef, useState } from 'react'
import { isServerAway, untilRetry } from '../../lib/api/reachability.ts'

/**
 * Use `attempt` as the media element's key and call `fail` on an error.
 * During an outage media does not count as broken and loads again later (`docs/decisions/020`).
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

/** Ref for a `<video>` that sets `src` after mount, since React misses events of a video before it is attached. */
export function useVideoSource(url: string) {
  const video = useRef<HTMLVideoElement>(null)
  useLayoutEffect(() => {
    const shown = video.current
    if (!shown) return
    // Keep the position of a video that `Activity` only hid.
    if (shown.getAttribute('src') !== url) shown.src = url
    return () => queueMicrotask(() => cutOffIfGone(shown))
  }, [url])
  return video
}

/** Browsers download a detached video to its end. */
function cutOffIfGone(video: HTMLVideoElement) {
  if (video.isConnected) return
  video.removeAttribute('src')
  video.load()
}
