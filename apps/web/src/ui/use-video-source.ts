import { useLayoutEffect, useRef } from 'react'

/**
 * A ref for a video that begins to load `url` once it is in the page: what happened to a video before it was, React tells
 * nobody (a picture it loads once more then), and it would wait forever.
 */
export function useVideoSource(url: string) {
  const video = useRef<HTMLVideoElement>(null)
  useLayoutEffect(() => {
    if (video.current) video.current.src = url
  }, [url])
  return video
}
