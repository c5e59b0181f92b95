import { type ComponentProps, type KeyboardEvent, type SyntheticEvent, useEffect } from 'react'
import { useVideoSource } from './attempts.ts'

type Props = Pick<
  ComponentProps<'video'>,
  'className' | 'aria-label' | 'autoPlay' | 'muted' | 'preload' | 'onError'
> & {
  src: string
  hasControls?: boolean
  onMuted?: (isMuted: boolean) => void
}

/** Video player that keeps focus on the video, because Chromium's native controls swallow Escape. */
export const VideoPlayer = ({ src, hasControls = true, onMuted, ...props }: Props) => (
  <video
    ref={useVideoSource(src)}
    {...props}
    // Make the video focusable even if it has no controls.
    tabIndex={0}
    controls={hasControls}
    loop
    playsInline
    onFocus={keepFocusOnVideo}
    onPlay={keepFocusOnVideo}
    onPause={keepFocusOnVideo}
    onSeeked={keepFocusOnVideo}
    onVolumeChange={(event) => {
      keepFocusOnVideo(event)
      onMuted?.(event.currentTarget.muted)
    }}
    onKeyDown={tabPastControls}
  />
)

/** Moves focus from a native control to the video. `activeElement` is the video in both cases. */
const keepFocusOnVideo = ({ currentTarget: video }: SyntheticEvent<HTMLVideoElement>) => {
  if (document.activeElement === video) video.focus()
}

const tabPastControls = (event: KeyboardEvent<HTMLVideoElement>) => {
  const video = event.currentTarget
  const stops = [...(video.closest('[role="dialog"]')?.querySelectorAll<HTMLElement>('video, button, a[href]') ?? [])]
  if (event.key !== 'Tab' || event.shiftKey || stops.length < 2) return
  event.preventDefault()
  // Prevent the dialog from handling this Tab key as well.
  event.stopPropagation()
  stops[(stops.indexOf(video) + 1) % stops.length]?.focus()
}

type StillProps = { url: string; isPlaying?: boolean; onFail?: () => void; className: string }

export function VideoStill({ url, isPlaying = false, onFail, className }: StillProps) {
  // The URL fragment makes phones paint a frame before playback.
  const video = useVideoSource(`${url}#t=0.1`)
  useEffect(() => {
    // Ignore the error, because browsers that save power may refuse to play.
    if (isPlaying) video.current?.play().catch(() => undefined)
    else video.current?.pause()
  }, [isPlaying, video])
  return (
    <video
      ref={video}
      muted
      loop
      playsInline
      preload="metadata"
      tabIndex={-1}
      aria-hidden
      onError={onFail}
      className={className}
    />
  )
}
