import { useLayoutEffect, useRef } from 'react'

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
