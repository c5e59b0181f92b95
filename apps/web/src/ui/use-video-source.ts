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
    shown.src = url
    // Out of the page, too, it would be fetched to its end.
    return () => {
      shown.removeAttribute('src')
      shown.load()
    }
  }, [url])
  return video
}
